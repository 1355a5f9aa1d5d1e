/**
 * What a person opened last through the palette, in this browser's local storage until they sign out: the newest first.
 */

const KEY = 'recent';
/** The newest that are kept. */
const MOST = 8;
const KINDS = ['page', 'client', 'campaign', 'team', 'link'] as const;

export interface RecentItem {
  readonly kind: (typeof KINDS)[number];
  /** Of a page its path, of a client its domain. */
  readonly id: string;
  readonly title: string;
  readonly detail: string;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function isRecent(kept: unknown): kept is RecentItem {
  if (typeof kept !== 'object' || kept === null) return false;
  const { kind, id, title, detail } = kept as Readonly<Record<string, unknown>>;
  return KINDS.some((each) => each === kind) && [id, title, detail].every((each) => typeof each === 'string');
}

/** What is kept of this person: several may use one browser. What is not understood counts as nothing. */
export function readRecent(store: Store, userId: string): readonly RecentItem[] {
  try {
    const { user, opened } = JSON.parse(store.getItem(KEY) ?? '{}') as { user?: unknown; opened?: unknown };
    return user === userId && Array.isArray(opened) ? opened.filter(isRecent).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Keeps one more, each once. Full or blocked storage is no failure. */
export function addRecent(store: Store, userId: string, { kind, id, title, detail }: RecentItem): void {
  const others = readRecent(store, userId).filter((each) => each.kind !== kind || each.id !== id);
  const opened = [{ kind, id, title, detail }, ...others].slice(0, MOST);
  try {
    store.setItem(KEY, JSON.stringify({ user: userId, opened }));
  } catch {
    // The next time begins without it.
  }
}

export function forgetRecent(store: Store): void {
  try {
    store.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
