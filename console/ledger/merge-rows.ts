/** Joins the newest page with the rows that were read before. Pure. */
import type { LedgerAnswer } from '../../query-service/contract/answers/ledger.ts';

/**
 * The rows, newest first, each once. If the newest page does not overlap the older rows, rows may be missing between
 * them: the result is then the newest page alone.
 */
export function mergeNewest(newest: readonly LedgerAnswer[], loaded: readonly LedgerAnswer[]): readonly LedgerAnswer[] {
  const ids = new Set(newest.map(({ event }) => event.id));
  const touches = loaded.some(({ event }) => ids.has(event.id));
  return touches ? [...newest, ...loaded.filter(({ event }) => !ids.has(event.id))] : newest;
}
