/** The port for profile photos. */

/** The bytes of people's photos, each under its person and the SHA-256 of the bytes in hex. */
export interface PhotoStore {
  /** Keeps the bytes durably. */
  put(userId: string, hash: string, bytes: Uint8Array): Promise<void>;
  get(userId: string, hash: string): Promise<Uint8Array | null>;
  /** Removes everything kept of the person but this one; with null everything. */
  keepOnly(userId: string, hash: string | null): Promise<void>;
}
