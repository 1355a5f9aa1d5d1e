/** Every failure becomes `{ code, message, fields? }` in one place; what nobody foresaw is logged once and hidden. */
import type { Middleware } from 'koa';
import type { Log } from '../ports.ts';
import type { RequestState } from './context.ts';
import { Problem } from './problem.ts';

/** Turns an error into a Problem, or null when it does not know the error. */
export type ErrorMapper = (error: unknown) => Problem | null;

/** Answers failures as JSON. `mappers` are asked in order about errors that are not Problems yet. */
export function answerErrors(log: Log, mappers: readonly ErrorMapper[]): Middleware<RequestState> {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null) {
        throw new Problem(404, 'not-found', 'There is nothing at this address.');
      }
      if (ctx.status === 405) throw new Problem(405, 'method-not-allowed', 'This address does not answer that method.');
    } catch (error) {
      const problem = error instanceof Problem ? error : known(error, mappers);
      if (problem === null) log.error({ err: error, requestId: ctx.state.requestId, path: ctx.path }, 'request failed');
      const { status, code, message, fields, headers } =
        problem ??
        new Problem(500, 'internal', `Something went wrong here. The log has it under ${ctx.state.requestId}.`);
      ctx.status = status;
      ctx.body = fields === undefined ? { code, message } : { code, message, fields };
      ctx.set({ 'Cache-Control': 'no-store', ...headers });
    }
  };
}

function known(error: unknown, mappers: readonly ErrorMapper[]): Problem | null {
  for (const mapper of mappers) {
    const problem = mapper(error);
    if (problem !== null) return problem;
  }
  return null;
}
