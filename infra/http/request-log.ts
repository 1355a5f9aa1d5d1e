/** One line in the log for each request. */
import type { Middleware } from 'koa';
import type { Logger } from '../ports/logger.ts';
import type { RequestState } from './request-context.ts';

/** Asked every few seconds by programs that watch the server. */
const WATCHED = new Set(['/api/health', '/api/ready', '/metrics']);

/**
 * Logs method, route, status and duration of each request under the id that its answer carries. The route is a pattern: a
 * path may grant access, and a query may hold what a person typed.
 */
export function logRequests(logger: Logger): Middleware<RequestState> {
  return async (ctx, next) => {
    const start = performance.now();
    await next();
    const { route, requestId } = ctx.state;
    if (route !== null && WATCHED.has(route.path)) return;
    const ms = Math.round((performance.now() - start) * 10) / 10;
    logger.info({ requestId, method: ctx.method, route: route?.path ?? 'page', status: ctx.status, ms }, 'request');
  };
}
