/** The port for values that may vanish. */

/**
 * Small values that end by themselves: sessions, one-time tokens, remembered answers, rate counters. `kind` keeps the
 * uses apart; `expiresAt` is an ISO instant after which the entry is as good as gone. Callers hash secrets first.
 */
export interface ExpiringStore {
  get<T>(kind: string, key: string): Promise<T | null>;
  /** `owner` is whose the entry is, for `listOf` and `removeOf`; left out: nobody's. */
  put(kind: string, key: string, value: unknown, expiresAt: string, owner?: string): Promise<void>;
  /** Puts only where nothing (unexpired) stands; says whether it did. */
  putIfAbsent(kind: string, key: string, value: unknown, expiresAt: string): Promise<boolean>;
  /** Puts only where something (unexpired) stands, and leaves its owner as it is; says whether it did. */
  replace(kind: string, key: string, value: unknown, expiresAt: string): Promise<boolean>;
  /** Gets and removes in one step: of two takers, one gets it. */
  take<T>(kind: string, key: string): Promise<T | null>;
  remove(kind: string, key: string): Promise<void>;
  /** Adds one to a counter and answers its new value; the first add sets `expiresAt`. */
  increment(kind: string, key: string, expiresAt: string): Promise<number>;
  /** An owner's (unexpired) entries of a kind, in no particular order. */
  listOf<T>(kind: string, owner: string): Promise<readonly { readonly key: string; readonly value: T }[]>;
  /** Removes an owner's entries of a kind, all in one step. */
  removeOf(kind: string, owner: string): Promise<void>;
}
