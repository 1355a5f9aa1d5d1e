/**
 * What was typed and not yet sent, kept in the tab's session storage: it outlives a reload, an expired session and the
 * way through sign-in, and ends with the tab. Only text values are kept.
 */

type Values = Readonly<Record<string, string>>;
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function keyOf(name: string): string {
  return `draft:${name}`;
}

/** The kept draft laid over `initial`, or null when none is kept (or what is kept is not one). */
export function readDraft<V extends Values>(store: Store, name: string, initial: V): V | null {
  try {
    const kept: unknown = JSON.parse(store.getItem(keyOf(name)) ?? 'null');
    if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return null;
    const known = Object.entries(kept).filter(
      ([key, value]) => Object.hasOwn(initial, key) && typeof value === 'string',
    );
    const draft = { ...initial, ...Object.fromEntries(known) };
    return Object.keys(initial).some((key) => draft[key] !== initial[key]) ? draft : null;
  } catch {
    return null;
  }
}

/** Keeps a draft, or forgets it when nothing differs from `initial`. Full or blocked storage is no failure. */
export function saveDraft<V extends Values>(store: Store, name: string, values: V, initial: V): void {
  try {
    const differs = Object.keys(initial).some((key) => values[key] !== initial[key]);
    if (differs) store.setItem(keyOf(name), JSON.stringify(values));
    else store.removeItem(keyOf(name));
  } catch {
    // The form still holds what was typed.
  }
}

/** Forgets a draft. */
export function deleteDraft(store: Store, name: string): void {
  try {
    store.removeItem(keyOf(name));
  } catch {
    // Nothing was kept.
  }
}
