/** Since when a link counts with its present status. Pure. */
import type { HistoryAnswer } from '../../../query-service/contract/answers/links.ts';

/**
 * The first UTC day on which the link counted in its present list with its present status, which is also the first day
 * that a correction can have; null if the history does not go back so far.
 * @param history newest first.
 */
export function countedSince(history: readonly HistoryAnswer[]): string | null {
  const begun = history.find(
    (entry) =>
      ['status-changed', 'added', 'moved', 'restored'].includes(entry.kind) ||
      (entry.kind === 'edited' && entry.changes.some(({ field }) => field === 'clientLink' || field === 'campaignId')),
  );
  return begun?.at.slice(0, 10) ?? null;
}
