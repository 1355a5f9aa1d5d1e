import type { ExpiringStore } from './expiring-store.ts';

/**
 * The port for small values that must survive a restart and belong in a backup: read marks, share view counts, token
 * uses, the progress of mails. The operations are those of the expiring store; an entry ends only at its `expiresAt`.
 */
export type DurableStore = ExpiringStore;

/** An `expiresAt` for what never ends. */
export const NEVER = '9999-12-31T23:59:59.999Z';
