/**
 * The port for encryption keys, one per person (or per item with personal data). Processes agree on one key. A
 * destroyed key never comes back; an owner who needs a key later gets a new one.
 */
export interface KeyStore {
  /** The owner's key of 32 bytes, created durably if it is missing. */
  keyFor(owner: string): Promise<Uint8Array>;
  /** The owner's key; null if it is missing or was destroyed. */
  find(owner: string): Promise<Uint8Array | null>;
  /** Every key with its owner, in no particular order, to copy the store. */
  all(): Promise<readonly { readonly owner: string; readonly key: Uint8Array }[]>;
  /** Takes over an owner's key from another store, in place of any other. Not while people use the system. */
  put(owner: string, key: Uint8Array): Promise<void>;
  /** Destroys keys beyond recovery, all of them or none. */
  destroy(...owners: readonly string[]): Promise<void>;
}
