/** The links of the list on this page, in their order, so that the details panel can step through them. */
import { createStore, useStore } from '../../platform/store/create-store.ts';

const shown = createStore<readonly string[]>(() => []);

/** Called by the list with the ids of its rows, and with [] on unmount. */
export function setShownLinks(ids: readonly string[]): void {
  const before = shown.get();
  if (before.length === ids.length && before.every((id, at) => id === ids[at])) return;
  shown.set(ids);
}

export interface Neighbors {
  readonly previous: string | null;
  readonly next: string | null;
}

/** The neighbors of a link in the list as it is now; null at an end, and both if the list does not have it. */
export function neighborsOf(id: string | null): Neighbors {
  const ids = shown.get();
  const at = id === null ? -1 : ids.indexOf(id);
  if (at === -1) return { previous: null, next: null };
  return { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null };
}

/** The neighbors of a link, updated whenever the list changes. */
export function useNeighbors(id: string): Neighbors {
  useStore(shown);
  return neighborsOf(id);
}
