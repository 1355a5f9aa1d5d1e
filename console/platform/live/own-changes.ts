/** A person who just added, edited or restored a link wants to see the result: for a moment, lists hold no rows back. */
import type { ChangedList } from '../../../query-service/contract/answers/changes.ts';
import { revalidateLists } from './use-live-updates.ts';

/** Long enough, in milliseconds, for the change to come back in a list. */
const MOMENT_MS = 2_000;
let until = 0;
const listeners = new Set<() => void>();

/** Revalidates the lists that show one's own change, and lets them show it at once. */
export async function revalidateOwnChange(
  lists: readonly ChangedList[],
  linkIds: readonly string[] | null = null,
): Promise<void> {
  showAtOnce();
  await revalidateLists(lists, linkIds);
  showAtOnce();
}

function showAtOnce(): void {
  until = performance.now() + MOMENT_MS;
  for (const listener of listeners) listener();
}

export function isShowingAtOnce(): boolean {
  return performance.now() < until;
}

/** Calls back when lists should show changes at once. Returns a function that stops it. */
export function onShowAtOnce(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
