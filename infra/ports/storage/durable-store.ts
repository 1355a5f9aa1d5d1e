import type { ExpiringStore } from './expiring-store.ts';

/**
 * The port for small values that must survive a restart and belong in a backup: read marks, share view counts, token
 * uses, the progress of mails. The operations are those of the expiring store; an entry ends only at its `expiresAt`.
 */
export interface DurableStore extends ExpiringStore {
  /** Every unexpired entry, in no particular order, to copy the store. */
  all(): Promise<readonly StoredEntry[]>;
}

/** An entry with all arguments of `put`. */
export interface StoredEntry {
  readonly kind: string;
  readonly key: string;
  readonly value: unknown;
  readonly expiresAt: string;
  readonly owner: string | null;
}

/** An `expiresAt` for entries that never expire. */
export const NEVER = '9999-12-31T23:59:59.999Z';
