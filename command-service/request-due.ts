/** Requests the checks that nobody asks for: first visits a crash left out, regular ones, retries, confirmations. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { EventMetadata, EventStore, Log, ReadStore } from '../infra/ports.ts';
import type { CheckDoc } from '../projections/views/checks.ts';
import { check } from './deciders/check.ts';
import type { LinkledgerEvent, Scope, Timetable } from './events.ts';
import { handle } from './handle.ts';
import { timetableFor } from './owners.ts';

/** Checks requested in one round at most: what a downtime left overdue comes by and by, the oldest first. */
export const ROUND = 500;
/**
 * While so many checks are open nothing more is taken for due: where the checker is slow or gone, people's own rechecks
 * are not buried. Many enough that one host with its links waiting does not keep those of the others from their turn.
 */
export const MOST_OPEN = 5_000;
/** Requests made in one turn of the event loop; they share a commit. */
const TURN = 25;

export interface RequestDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly log: Log;
}

/**
 * Requests checks that are wanted since `graceMs` ago or earlier, or due at `metadata.at`. Each request names the check
 * it follows, so on old knowledge, repeated, or made twice at once it changes nothing.
 */
export async function requestDueChecks(deps: RequestDeps, graceMs: number, metadata: EventMetadata): Promise<void> {
  const settled = new Date(Date.parse(metadata.at) - graceMs).toISOString();
  const wanted = await dueUntil(deps.reads, 'wanted', settled, ROUND);
  const open = await deps.reads.find<CheckDoc>('checks', { where: { state: 'open' }, limit: 0 });
  const room = Math.max(0, Math.min(ROUND, MOST_OPEN - open.total) - wanted.length);
  const due = room === 0 ? [] : await dueUntil(deps.reads, 'done', metadata.at, room);
  const all = [...wanted, ...due];
  const timetables = new Map<Scope, Promise<Timetable>>();
  const timetable = (scope: Scope) => {
    const asked = timetables.get(scope) ?? timetableFor(deps.store, scope);
    timetables.set(scope, asked);
    return asked;
  };
  const failures: unknown[] = [];
  for (let from = 0; from < all.length; from += TURN) {
    const turn = all.slice(from, from + TURN).map((doc) =>
      // One link whose history cannot be read must not keep the others waiting for ever.
      request(deps.store, doc, timetable, metadata).catch((error: unknown) => void failures.push(error)),
    );
    await Promise.all(turn);
    await nextTurn();
  }
  if (failures.length > 0) {
    deps.log.error({ err: failures[0], links: failures.length }, 'some checks that are due could not be requested');
  }
}

/** The oldest first. */
async function dueUntil(reads: ReadStore, state: 'wanted' | 'done', until: string, limit: number) {
  const { rows } = await reads.find<CheckDoc>('checks', {
    where: { state },
    sort: { field: 'nextDueAt', descending: false },
    limit,
  });
  return rows.filter(({ nextDueAt }) => nextDueAt !== null && nextDueAt <= until);
}

async function request(
  store: EventStore<LinkledgerEvent>,
  doc: CheckDoc,
  timetableIn: (scope: Scope) => Promise<Timetable>,
  metadata: EventMetadata,
): Promise<void> {
  const { id: linkId, articleLink, clientLink, nextReason } = doc;
  if (nextReason === null) return;
  // Who waits for a first visit has asked for it with the link; what an import brought lets them go first.
  const reason = nextReason === 'added' || nextReason === 'edited' ? 'scheduled' : nextReason;
  const after = doc.requested?.checkId ?? null;
  const timetable = await timetableIn(doc.scope);
  const wanted = { linkId, checkId: uuidv7(), reason, articleLink, clientLink, after, timetable };
  await handle(store, check, { type: 'RequestCheck', ...wanted }, metadata);
}
