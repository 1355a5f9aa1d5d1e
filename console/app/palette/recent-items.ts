/** What a person opened last through the palette, saved in this browser until they sign out. */
import { createPersistedStore, parseObject } from '../../platform/store/persisted-store.ts';

const MOST = 8;
const KINDS = ['page', 'client', 'campaign', 'team', 'link'] as const;

export interface RecentItem {
  readonly kind: (typeof KINDS)[number];
  /** The path of a page, the domain of a client. */
  readonly id: string;
  readonly title: string;
  readonly detail: string;
}

/** Several people may use one browser: the items belong to one of them. */
interface RecentItems {
  readonly user: string | null;
  /** The newest first. */
  readonly opened: readonly RecentItem[];
}

function isRecentItem(saved: unknown): saved is RecentItem {
  if (typeof saved !== 'object' || saved === null) return false;
  const { kind, id, title, detail } = saved as Readonly<Record<string, unknown>>;
  return KINDS.some((each) => each === kind) && [id, title, detail].every((each) => typeof each === 'string');
}

/** The saved items; anything that is not valid is left out. Pure. */
export function parseRecentItems(text: string | null): RecentItems {
  const { user, opened } = parseObject(text);
  return {
    user: typeof user === 'string' ? user : null,
    opened: Array.isArray(opened) ? opened.filter(isRecentItem).slice(0, MOST) : [],
  };
}

/** The items with one more, each once. Pure. */
export function withItem(items: RecentItems, user: string, { kind, id, title, detail }: RecentItem): RecentItems {
  const otherItems = ofUser(items, user).filter((each) => each.kind !== kind || each.id !== id);
  return { user, opened: [{ kind, id, title, detail }, ...otherItems].slice(0, MOST) };
}

/** The items of one person. Pure. */
export function ofUser(items: RecentItems, user: string): readonly RecentItem[] {
  return items.user === user ? items.opened : [];
}

const store = createPersistedStore({ key: 'recent', parse: parseRecentItems, serialize: JSON.stringify });

export function recentItems(userId: string): readonly RecentItem[] {
  return ofUser(store.get(), userId);
}

export function addRecentItem(userId: string, item: RecentItem): void {
  store.set(withItem(store.get(), userId, item));
}
