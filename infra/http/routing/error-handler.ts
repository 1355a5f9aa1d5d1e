/** Turns every failure into `{ code, message, fields?, … }`. Unexpected ones are logged, with a hidden message. */
import type { Middleware } from 'koa';
import type { Logger } from '../../ports/process/logger.ts';
import { BusyError, TooLargeError } from '../../ports/storage/errors.ts';
import { isExhausted, storageTrouble } from '../../ports/storage/storage-trouble.ts';
import { Problem } from '../request/problem.ts';
import type { RequestContext, RequestState } from '../request/request-context.ts';

/** Turns an error into a Problem; null for an unknown error. */
export type ErrorMapper = (error: unknown) => Problem | null;

/** Answers a failure as a page if a browser requests one; false if it has no page for the request. */
export type ErrorPage = (ctx: RequestContext, problem: Problem) => boolean;

/**
 * Answers failures as JSON, or as a page. `mappers` are tried in order on errors that are neither Problems nor errors
 * of a port.
 */
export function handleErrors(
  logger: Logger,
  mappers: readonly ErrorMapper[],
  page: ErrorPage = () => false,
): Middleware<RequestState> {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null) {
        throw new Problem(404, 'not-found', 'There is nothing at this address.');
      }
      if (ctx.status === 405) throw new Problem(405, 'method-not-allowed', 'This address does not answer that method.');
    } catch (error) {
      if (isClientDisconnect(error, ctx)) return;
      const problem = error instanceof Problem ? error : mapError(error, mappers);
      // The operator finds in the log what the server itself prevented.
      if (problem === null || isExhausted(error) || isNoWrite(error)) {
        logger.error({ err: error, requestId: ctx.state.requestId, path: loggedPath(ctx) }, 'request failed');
      }
      const shown =
        problem ??
        new Problem(
          500,
          'internal',
          `Something went wrong here. The log has the details under ${ctx.state.requestId}.`,
        );
      const { status, code, message, fields, headers, body } = shown;
      ctx.status = status;
      if (!page(ctx, shown)) ctx.body = { ...body, code, message, ...(fields === undefined ? {} : { fields }) };
      ctx.set({ 'Cache-Control': 'no-store', ...headers });
    }
  };
}

/**
 * Whether the client caused the failure by closing the connection or sending broken HTTP. A broken connection to
 * another server has the same codes, so the request itself must have ended, too.
 */
export function isClientDisconnect(error: unknown, { req }: Pick<RequestContext, 'req'>): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!GONE.has(code) && !code.startsWith('HPE_')) return false;
  return req.errored !== null || req.socket.destroyed;
}

const GONE: ReadonlySet<string> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_UNABLE_TO_PIPE',
]);

/** More people read the log than may use a path that grants access, so only the pattern of such a path is logged. */
function loggedPath({ path, state: { route = null } }: RequestContext): string {
  return route?.secretInPath === true ? route.path : path;
}

/** Whether the server may not write its files. */
function isNoWrite(error: unknown): boolean {
  const trouble = storageTrouble(error);
  return trouble === 'read-only' || trouble === 'no-access';
}

function mapError(error: unknown, mappers: readonly ErrorMapper[]): Problem | null {
  if (error instanceof BusyError) {
    return new Problem(503, 'busy', error.message, { headers: { 'Retry-After': '3' } });
  }
  if (isExhausted(error)) {
    const message = 'The server has no room for this at the moment. Please try again in a moment.';
    return new Problem(503, 'busy', message, { headers: { 'Retry-After': '3' } });
  }
  if (storageTrouble(error) === 'full')
    return new Problem(
      507,
      'disk-full',
      'The server’s disk is full; nothing was saved. Its operator has to free some space.',
    );
  if (isNoWrite(error))
    return new Problem(
      503,
      'read-only',
      'The server cannot write to its disk; nothing was saved. Its operator finds the cause in the log.',
    );
  if (error instanceof TooLargeError) {
    return new Problem(413, 'too-large', 'This is too much to store at once. Send it in smaller parts.');
  }
  for (const mapper of mappers) {
    const problem = mapper(error);
    if (problem !== null) return problem;
  }
  return null;
}
