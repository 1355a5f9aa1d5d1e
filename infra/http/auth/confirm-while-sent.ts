/** A long answer ends early if its reader loses access while it is sent. */
import { Readable } from 'node:stream';
import type { Middleware } from 'koa';
import type { Principal } from '../../ports/process/principal.ts';
import { Problem } from '../request/problem.ts';
import type { RequestState } from '../request/request-context.ts';

/** How often the reader's access is checked while an answer is sent, in ms. */
const CHECK_MS = 1_000;

/**
 * Ends a streamed answer, such as an export, with a closed connection once its reader's session or token has ended or
 * the reader has left a team. Streams of events check by themselves.
 * @param teamsOf the teams of a person now
 */
export function confirmWhileSent(
  teamsOf: (principal: Principal) => Promise<readonly string[]>,
  checkMs = CHECK_MS,
): Middleware<RequestState> {
  return async (ctx, next) => {
    await next();
    const { body, response, state } = ctx;
    const { principal = null } = state;
    if (principal === null || !(body instanceof Readable) || response.is('text/event-stream')) return;
    const { length } = response;
    const before = await teamsOf(principal);
    const confirm = async () => {
      await state.confirmPrincipal();
      const teams = await teamsOf(principal);
      if (before.every((team) => teams.includes(team))) return;
      throw new Problem(403, 'forbidden', 'You left a team while this was being sent. Please ask for it again.');
    };
    ctx.body = Readable.from(confirmed(body, confirm, checkMs), { objectMode: false });
    // Koa forgets the length with each new stream.
    if (length !== undefined) ctx.length = length;
  };
}

async function* confirmed(
  body: AsyncIterable<unknown>,
  confirm: () => Promise<void>,
  checkMs: number,
): AsyncGenerator<unknown> {
  let at = performance.now();
  for await (const chunk of body) {
    if (performance.now() - at >= checkMs) {
      await confirm();
      at = performance.now();
    }
    yield chunk;
  }
}
