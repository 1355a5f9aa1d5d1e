/**
 * Unsent form input, stored in the tab's session storage: it survives a reload, an expired session and
 * sign-in, and ends with the tab.
 */
import { createContext, useContext } from 'react';
import type { WebStorage } from '../../platform/store/persisted-store.ts';

const DraftOwnerContext = createContext<string | null>(null);

/** The id of the person whose drafts the forms below keep. */
export const DraftOwnerProvider = DraftOwnerContext.Provider;

/** The storage name of a draft of the signed-in person. @throws Error without a DraftOwnerProvider */
export function useDraftName(draft: string): string {
  const owner = useContext(DraftOwnerContext);
  if (owner === null) throw new Error('A form with a draft needs a DraftOwnerProvider.');
  return `${owner}:${draft}`;
}

function keyOf(name: string): string {
  return `draft:${name}`;
}

/** Whether `value` is JSON of the same shape as `sample`: same types, same keys, rows like the first one. */
function hasShapeOf(sample: unknown, value: unknown): boolean {
  if (Array.isArray(sample)) return Array.isArray(value) && value.every((row) => hasShapeOf(sample[0], row));
  if (typeof sample !== 'object' || sample === null) return typeof value === typeof sample;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(sample).every(([key, inner]) => hasShapeOf(inner, Reflect.get(value, key)));
}

/** Whether two values are equal as JSON. Pure. */
export function isEqualJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The saved draft laid over `initial`, or null without a valid draft that differs from `initial`. */
export function readDraft<V extends object>(store: WebStorage, name: string, initial: V): V | null {
  try {
    const saved: unknown = JSON.parse(store.getItem(keyOf(name)) ?? 'null');
    if (typeof saved !== 'object' || saved === null || Array.isArray(saved)) return null;
    const valid = Object.entries(initial).flatMap(([key, sample]): [string, unknown][] => {
      const value: unknown = Reflect.get(saved, key);
      return hasShapeOf(sample, value) ? [[key, value]] : [];
    });
    const draft = { ...initial, ...Object.fromEntries(valid) };
    return isEqualJson(draft, initial) ? null : draft;
  } catch {
    return null;
  }
}

/** Saves a draft, or deletes it where nothing differs from `initial`. Full or blocked storage is no failure. */
export function saveDraft(store: WebStorage, name: string, values: object, initial: object): void {
  try {
    if (isEqualJson(values, initial)) store.removeItem(keyOf(name));
    else store.setItem(keyOf(name), JSON.stringify(values));
  } catch {
    // The form still holds the input.
  }
}

/** Deletes a draft. */
export function deleteDraft(store: WebStorage, name: string): void {
  try {
    store.removeItem(keyOf(name));
  } catch {
    // Blocked storage kept no draft.
  }
}
