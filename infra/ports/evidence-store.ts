/** The port for evidence files. */

/** Files of evidence, each known by the SHA-256 of its bytes in hex. A text that is no such hash names no file. */
export interface EvidenceStore {
  /** Keeps the bytes durably and answers their hash. What is kept already only becomes the newest. */
  put(bytes: Uint8Array): Promise<string>;
  get(hash: string): Promise<Uint8Array | null>;
  has(hash: string): Promise<boolean>;
  remove(hash: string): Promise<void>;
  /** All files and their sizes, oldest first. */
  list(): Promise<readonly { readonly hash: string; readonly bytes: number }[]>;
}
