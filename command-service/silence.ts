/** Whether checks that are due get done: what tells a checker that stands still from one that has nothing to do. */
import type { ReadStore } from '../infra/ports.ts';
import type { CheckDoc } from '../projections/views/checks.ts';

/** Nothing checked for so long, although something was due, is worth an alarm. */
export const SILENCE_LIMIT_MS = 26 * 60 * 60 * 1000;

/**
 * For how many milliseconds no check was recorded although one was due or open all the while; 0 while none is. Computed
 * from the view alone, so a restart does not begin to count anew.
 */
export async function checksSilentMs(reads: ReadStore, now: Date): Promise<number> {
  const at = now.toISOString();
  const [open, wanted, done, recorded] = await Promise.all([
    first(reads, { where: { state: 'open' }, sort: { field: 'since', descending: false } }),
    first(reads, { where: { state: 'wanted' }, sort: { field: 'nextDueAt', descending: false } }),
    first(reads, { where: { state: 'done' }, sort: { field: 'nextDueAt', descending: false } }),
    first(reads, {
      where: { state: ['open', 'wanted', 'done'] },
      sort: { field: 'recordedAt', descending: true },
    }),
  ]);
  const waiting = [open?.since, wanted?.nextDueAt, done?.nextDueAt].filter((since) => since != null && since <= at);
  const [oldest] = waiting.toSorted();
  if (oldest == null) return 0;
  const last = recorded?.recordedAt ?? oldest;
  return Math.max(0, now.getTime() - Date.parse(last > oldest ? last : oldest));
}

async function first(reads: ReadStore, query: Parameters<ReadStore['find']>[1]): Promise<CheckDoc | undefined> {
  return (await reads.find<CheckDoc>('checks', { ...query, limit: 1 })).rows[0];
}
