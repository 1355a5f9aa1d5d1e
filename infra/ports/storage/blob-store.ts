/** The port for files: evidence, photos and logos. A file is named by its namespace and the SHA-256 of its bytes in hex. */

/** The namespace of screenshots and markup kept as evidence. */
export const EVIDENCE = 'evidence';

/** The namespace of a person's photos. */
export function photosOf(userId: string): string {
  return `photos/${userId}`;
}

/** The namespace of the logo of a list, whose scope has the id of a team or a person. It is stored beside the photos. */
export function logosOf(scope: string): string {
  return photosOf(`logo-${scope.replace(':', '-')}`);
}

export interface StoredFile {
  readonly hash: string;
  readonly bytes: number;
  /** When it was stored, in milliseconds since 1970. */
  readonly storedAt: number;
}

/** A text that is not a namespace or a hash names no file. */
export interface BlobStore {
  /**
   * Stores the bytes durably and returns their hash. Storing the same bytes again only makes the file the newest.
   * @throws TypeError for an unusable namespace.
   */
  put(namespace: string, bytes: Uint8Array): Promise<string>;
  get(namespace: string, hash: string): Promise<Uint8Array | null>;
  has(namespace: string, hash: string): Promise<boolean>;
  remove(namespace: string, hash: string): Promise<void>;
  /** All files of the namespace, oldest first. */
  list(namespace: string): Promise<readonly StoredFile[]>;
  /** The bytes of all files of the namespace together. Cheap, however many files there are. */
  size(namespace: string): Promise<number>;
}
