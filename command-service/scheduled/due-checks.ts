/** Requests due checks: first visits that a crash left out, regular checks, retries, confirmations. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Logger } from '../../infra/ports/process/logger.ts';
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import type { CheckDoc } from '../../projections/views/links/checks.ts';
import { checks } from '../../projections/views/links/checks.ts';
import { scheduleOfScope } from '../billing/entitlements.ts';
import { isInFuture } from '../clock/clock-trust.ts';
import { newestChecks } from '../clock/newest-checks.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { Scope } from '../contract/scope.ts';
import { handle } from '../core/handle.ts';
import { check } from '../model/check/decider.ts';
import type { CheckSchedule } from '../model/check/events.ts';

/** The most checks requested in one round: after a downtime, overdue checks follow round by round, oldest first. */
export const MAX_PER_ROUND = 500;
/**
 * While this many checks are open, no more are requested: a slow or stopped checker must not bury people's own
 * rechecks. The number is large enough that the waiting links of one host do not block the other hosts.
 */
export const MAX_OPEN = 5_000;
/** Requests in one turn of the event loop; they share a commit. */
const TURN = 25;

interface RequestDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly logger: Logger;
}

/**
 * Requests checks that have been wanted since `graceMs` ago or earlier, or are due at `metadata.at`. Each request names
 * the check before it, so a request that is stale, repeated, or sent twice at once changes nothing.
 * @param trusted the time by a trusted clock: then links that were last checked in the future are due as well. A clock
 * that is only behind would otherwise make every link due.
 */
export async function requestDueChecks(
  deps: RequestDeps,
  graceMs: number,
  metadata: EventMetadata,
  trusted: Date | null,
): Promise<void> {
  const settled = new Date(Date.parse(metadata.at) - graceMs).toISOString();
  const wanted = await dueUntil(deps.reads, 'wanted', settled, MAX_PER_ROUND);
  const open = await deps.reads.find(checks, { where: { state: 'open' }, limit: 0, countUpTo: MAX_OPEN });
  const room = Math.max(0, Math.min(MAX_PER_ROUND, MAX_OPEN - open.total) - wanted.length);
  const due = room === 0 ? [] : await dueUntil(deps.reads, 'done', metadata.at, room);
  const misdated = trusted === null ? [] : await misdatedDue(deps.reads, trusted, room - due.length);
  const all = [...wanted, ...due, ...misdated];
  const schedules = new Map<Scope, Promise<CheckSchedule>>();
  const scheduleIn = (scope: Scope) => {
    const schedule = schedules.get(scope) ?? scheduleOfScope(deps.store, scope);
    schedules.set(scope, schedule);
    return schedule;
  };
  const failures: unknown[] = [];
  for (let from = 0; from < all.length; from += TURN) {
    const turn = all.slice(from, from + TURN).map((doc) =>
      // A link whose history cannot be read must not block the others.
      request(deps.store, doc, scheduleIn, metadata).catch((error: unknown) => void failures.push(error)),
    );
    await Promise.all(turn);
    await nextTurn();
  }
  if (failures.length > 0) {
    deps.logger.error({ err: failures[0], links: failures.length }, 'some due checks could not be requested');
  }
}

/** The oldest first. */
async function dueUntil(reads: ReadStore, state: 'wanted' | 'done', until: string, limit: number) {
  const { rows } = await reads.find(checks, {
    where: { state },
    sort: { field: 'nextDueAt', descending: false },
    limit,
  });
  return rows.filter(({ nextDueAt }) => nextDueAt !== null && nextDueAt <= until);
}

/**
 * Links whose present state began in the future, because the clock was ahead then: their due time is equally wrong, so
 * they are checked now, as a regular check, since nobody knows how long ago the last check was.
 */
async function misdatedDue(reads: ReadStore, now: Date, limit: number): Promise<readonly CheckDoc[]> {
  const found: CheckDoc[] = [];
  for (const state of ['wanted', 'done'] as const) {
    for await (const doc of newestChecks(reads, state, 'since')) {
      if (found.length >= limit || !isInFuture(doc.since, now)) break;
      if (isMisdatedDue(doc)) found.push({ ...doc, nextReason: 'scheduled' });
    }
  }
  return found;
}

/** Whether a document that began in the future is due now: not in the trash, nor waiting for a person's chosen day. */
export function isMisdatedDue({ state, since, nextDueAt }: CheckDoc): boolean {
  return nextDueAt !== null && (state === 'done' || nextDueAt === since);
}

async function request(
  store: EventStore<LinkledgerEvent>,
  doc: CheckDoc,
  scheduleIn: (scope: Scope) => Promise<CheckSchedule>,
  metadata: EventMetadata,
): Promise<void> {
  const { id: linkId, articleLink, clientLink, nextReason } = doc;
  if (nextReason === null) return;
  // A person's requested first visit comes before those of an import.
  const reason = nextReason === 'added' || nextReason === 'edited' ? 'scheduled' : nextReason;
  const after = doc.requested?.checkId ?? null;
  const schedule = await scheduleIn(doc.scope);
  const wanted = { linkId, checkId: uuidv7(), reason, articleLink, clientLink, after, schedule };
  await handle(store, check, { type: 'RequestCheck', ...wanted }, metadata);
}
