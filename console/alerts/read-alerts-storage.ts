/**
 * The ids of read alerts in this browser's local storage: a copy of the server's marks. It is ahead of them only while
 * the server cannot be reached: see `useReadSync`.
 */

/** The notifications menu and the page each have their own list of ids. */
export type ReadList = 'readNotifications' | 'readAlerts';

/** The most ids that are stored; the server returns no older alerts. */
const MOST = 500;

/** The ids of this person in a stored text: several people may use one browser. Pure. */
export function idsIn(text: string | null, userId: string): readonly string[] {
  if (text === null) return [];
  try {
    const { user, ids } = JSON.parse(text) as { readonly user?: unknown; readonly ids?: unknown };
    return user === userId && Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** The ids and the added ids: each once, the newest last. Pure. */
export function withIds(ids: readonly string[], more: readonly string[]): readonly string[] {
  const added = new Set(more);
  return [...ids.filter((id) => !added.has(id)), ...added].slice(-MOST);
}

export function loadReadIds(name: ReadList, userId: string): readonly string[] {
  try {
    return idsIn(localStorage.getItem(name), userId);
  } catch {
    return [];
  }
}

export function addReadIds(name: ReadList, userId: string, ids: readonly string[]): void {
  const before = loadReadIds(name, userId);
  if (ids.every((id) => before.includes(id))) return;
  write(name, userId, withIds(before, ids));
}

export function removeReadIds(name: ReadList, userId: string, ids: readonly string[]): void {
  write(
    name,
    userId,
    loadReadIds(name, userId).filter((id) => !ids.includes(id)),
  );
}

function write(name: ReadList, user: string, ids: readonly string[]): void {
  try {
    localStorage.setItem(name, JSON.stringify({ user, ids }));
  } catch {
    // Storage is blocked or full: no copy is kept. The server has the marks.
  }
}
