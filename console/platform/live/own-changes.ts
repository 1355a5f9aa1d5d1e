/** Someone who just added or restored a link wants to see it: for a moment lists hold nothing back. */
import type { ChangedList } from '../../../query-service/contract/answers/changes.ts';
import { revalidateLists } from './use-live-updates.ts';

/** Time enough for the change to come back as a list. */
const MOMENT_MS = 2_000;
let until = 0;
const listeners = new Set<() => void>();

/** Reads the lists that one's own change is seen in, and shows what they say, however long they take. */
export async function revalidateOwnChange(lists: readonly ChangedList[]): Promise<void> {
  showAtOnce();
  await revalidateLists(lists);
  showAtOnce();
}

function showAtOnce(): void {
  until = Date.now() + MOMENT_MS;
  for (const listener of listeners) listener();
}

export function isShowingAtOnce(): boolean {
  return Date.now() < until;
}

/** Calls back at each such moment. Returns the way to stop. */
export function onShowAtOnce(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
