/** Detects a stalled checker: checks are due, but none is recorded. */
import type { FindQuery, ReadStore } from '../../infra/ports/storage/read-store.ts';
import type { CheckDoc, CheckField, CheckPhase } from '../../projections/views/links/checks.ts';
import { checks } from '../../projections/views/links/checks.ts';
import { isInFuture } from '../clock/clock-trust.ts';
import { newestChecks } from '../clock/newest-checks.ts';
import { isMisdatedDue } from './due-checks.ts';

/** The longest time without a check while checks are due, before the alarm. */
export const MAX_CHECKER_IDLE_MS = 26 * 60 * 60 * 1000;

const STATES: readonly CheckPhase[] = ['open', 'wanted', 'done'];

/**
 * For how many milliseconds no check was recorded while checks were due or open; 0 without such checks. Computed from
 * the view, so a restart does not reset it. Future times, recorded while the clock was ahead, do not tell when: such a
 * check counts as due since the clock has been steady.
 * @param steadySince the beginning of the present run of the clock.
 */
export async function checkerIdleMs(reads: ReadStore, now: Date, steadySince: Date): Promise<number> {
  const at = now.toISOString();
  const [open, wanted, done, last, misdated] = await Promise.all([
    first(reads, { where: { state: 'open' }, sort: { field: 'since', descending: false } }),
    first(reads, { where: { state: 'wanted' }, sort: { field: 'nextDueAt', descending: false } }),
    first(reads, { where: { state: 'done' }, sort: { field: 'nextDueAt', descending: false } }),
    lastRecorded(reads, now),
    hasMisdated(reads, now),
  ]);
  const times = [open?.since, wanted?.nextDueAt, done?.nextDueAt, misdated ? steadySince.toISOString() : null];
  const waiting = times.filter((since) => since != null && since <= at);
  const [oldest] = waiting.toSorted();
  if (oldest == null) return 0;
  return Math.max(0, now.getTime() - Date.parse(last !== null && last > oldest ? last : oldest));
}

/** When a check was last recorded by a clock that was not ahead. */
async function lastRecorded(reads: ReadStore, now: Date): Promise<string | null> {
  for await (const { recordedAt } of newestChecks(reads, STATES, 'recordedAt')) {
    if (recordedAt === null || !isInFuture(recordedAt, now)) return recordedAt;
  }
  return null;
}

/** Whether an open or due check has a time in the future. */
async function hasMisdated(reads: ReadStore, now: Date): Promise<boolean> {
  for await (const doc of newestChecks(reads, STATES, 'since')) {
    if (!isInFuture(doc.since, now)) return false;
    if (doc.state === 'open' || isMisdatedDue(doc)) return true;
  }
  return false;
}

async function first(reads: ReadStore, query: FindQuery<CheckField>): Promise<CheckDoc | undefined> {
  return (await reads.find(checks, { ...query, limit: 1 })).rows[0];
}
