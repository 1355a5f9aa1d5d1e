/** The port for values that may vanish. */

/**
 * Small values that expire: sessions, one-time tokens, stored answers, rate counters. `kind` separates the uses;
 * `expiresAt` is an ISO instant after which the entry counts as removed. Callers hash secrets first.
 */
export interface ExpiringStore {
  get<T>(kind: string, key: string): Promise<T | null>;
  /** `owner` is the owner of the entry, for `listOf` and `removeOf`; without it the entry has no owner. */
  put(kind: string, key: string, value: unknown, expiresAt: string, owner?: string): Promise<void>;
  /** Puts only if there is no unexpired entry; returns whether it did. */
  putIfAbsent(kind: string, key: string, value: unknown, expiresAt: string): Promise<boolean>;
  /** Replaces only an unexpired entry and keeps its owner; returns whether it did. */
  replace(kind: string, key: string, value: unknown, expiresAt: string): Promise<boolean>;
  /** Gets and removes in one step: only one of two callers gets the value. */
  take<T>(kind: string, key: string): Promise<T | null>;
  remove(kind: string, key: string): Promise<void>;
  /** Adds 1 to a counter and returns the new value; the first add sets `expiresAt`. */
  increment(kind: string, key: string, expiresAt: string): Promise<number>;
  /** An owner's (unexpired) entries of a kind, in no particular order. */
  listOf<T>(kind: string, owner: string): Promise<readonly { readonly key: string; readonly value: T }[]>;
  /** Removes an owner's entries of a kind, all in one step. */
  removeOf(kind: string, owner: string): Promise<void>;
}
