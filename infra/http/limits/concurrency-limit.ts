/** Limits how many expensive answers and uploads this process handles at once, for one person and for all. */
import type { ServerResponse } from 'node:http';
import { subnetOf } from '../request/client-address.ts';
import { Problem } from '../request/problem.ts';
import type { ConcurrencyLimit, RequestContext } from '../request/request-context.ts';

interface TakenSlots {
  inAll: number;
  readonly byPerson: Map<string, number>;
}

/** Takes a slot for the answer of a request, until its connection has sent the answer or closes. */
type AcquireSlot = (ctx: RequestContext, limit: ConcurrencyLimit) => void;

/** @returns a function that throws a Problem: 429 if the person has all their slots, 503 if no slot is left. */
export function limitConcurrency(): AcquireSlot {
  const takenBy = new Map<ConcurrencyLimit, TakenSlots>();
  return (ctx, limit) => {
    const { perPerson: count, inAll, workName, idleMs } = limit;
    const person = ctx.state.principal?.userId ?? `network ${subnetOf(ctx.ip)}`;
    const taken = takenBy.get(limit) ?? { inAll: 0, byPerson: new Map<string, number>() };
    takenBy.set(limit, taken);
    const own = taken.byPerson.get(person) ?? 0;
    if (own >= count) {
      const message = `You already have ${count} ${workName} in progress. Wait until one ends, then try again.`;
      throw new Problem(429, 'too-many-at-once', message, { headers: { 'Retry-After': '10' } });
    }
    if (taken.inAll >= inAll) {
      const message = `The server has as many ${workName} in progress as it can handle. Please try again in a moment.`;
      throw new Problem(503, 'busy', message, { headers: { 'Retry-After': '10' } });
    }
    taken.inAll += 1;
    taken.byPerson.set(person, own + 1);
    onceEnded(ctx.res, () => {
      taken.inAll -= 1;
      const left = (taken.byPerson.get(person) ?? 1) - 1;
      if (left === 0) taken.byPerson.delete(person);
      else taken.byPerson.set(person, left);
    });
    if (idleMs !== undefined) ctx.res.setTimeout(idleMs, () => ctx.res.destroy());
  };
}

/** A response closes when it was sent, and when its connection closes before that. */
function onceEnded(response: ServerResponse, end: () => void): void {
  if (response.closed || response.destroyed) end();
  else response.once('close', end);
}
