/** Why a disk refuses work, as the operating system (errno) and SQLite (result codes) report it. */

/**
 * `full`: no space or quota left. `read-only`: the file system accepts no writes. `no-access`: this user may not write.
 */
export type StorageTrouble = 'full' | 'read-only' | 'no-access';

const BY_ERRNO: Readonly<Record<string, StorageTrouble>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EACCES: 'no-access',
  EPERM: 'no-access',
};

/** SQLite's result codes, extended or primary: https://sqlite.org/rescode.html. */
const BY_SQLITE: Readonly<Record<number, StorageTrouble>> = {
  3: 'no-access',
  8: 'read-only',
  13: 'full',
  14: 'no-access',
  // SQLITE_IOERR_SHMSIZE: there is no room for the index of a write-ahead log.
  4874: 'full',
};

/** This process or machine has no file descriptor or memory left. */
const EXHAUSTED: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

/** The trouble behind an error or one of its causes; null for any other error. */
export function storageTrouble(error: unknown): StorageTrouble | null {
  for (let each = error; each instanceof Error; each = each.cause) {
    const extended = extendedResult(each);
    const found = extended === null ? BY_ERRNO[errnoOf(each)] : (BY_SQLITE[extended] ?? BY_SQLITE[primaryOf(extended)]);
    if (found !== undefined) return found;
  }
  return null;
}

/** Whether an error, or one of its causes, means that no file descriptor or memory was left. */
export function isExhausted(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) if (EXHAUSTED.has(errnoOf(each))) return true;
  return false;
}

function errnoOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** SQLite's primary result code of an error; null for other errors. */
export function sqliteResult(error: unknown): number | null {
  const extended = extendedResult(error);
  return extended === null ? null : primaryOf(extended);
}

function extendedResult(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null;
}

/** The upper bits hold the extended code. */
function primaryOf(extended: number): number {
  return extended % 256;
}
