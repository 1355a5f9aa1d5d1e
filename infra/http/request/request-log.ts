/** One line in the log for each request. */
import type { Middleware } from 'koa';
import type { Logger } from '../../ports/process/logger.ts';
import type { RequestState } from './request-context.ts';
import type { RouteFacts } from './route-facts.ts';

const WATCHED = new Set(['/api/health', '/api/ready', '/metrics']);

/** Whether monitoring programs request it every few seconds. */
export function isWatched({ path }: Pick<RouteFacts, 'path'>): boolean {
  return WATCHED.has(path);
}

/**
 * Logs method, route, status and duration of each request under the id that its answer carries. The route is a pattern:
 * a path may grant access, and a query may contain what a person typed.
 */
export function logRequests(logger: Logger): Middleware<RequestState> {
  return async (ctx, next) => {
    const start = performance.now();
    await next();
    const { route, requestId } = ctx.state;
    if (route !== null && isWatched(route)) return;
    const ms = Math.round((performance.now() - start) * 10) / 10;
    logger.info({ requestId, method: ctx.method, route: route?.path ?? 'page', status: ctx.status, ms }, 'request');
  };
}
