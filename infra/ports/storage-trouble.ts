/** Why a disk refuses work, as the operating system (errno) and SQLite (result codes) report it. */

/** `full`: no space or quota left. `read-only`: the file system takes no writes. `no-access`: this user may not. */
export type StorageTrouble = 'full' | 'read-only' | 'no-access';

const BY_ERRNO: Readonly<Record<string, StorageTrouble>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EACCES: 'no-access',
  EPERM: 'no-access',
};

/** SQLite's primary result codes: https://sqlite.org/rescode.html. */
const BY_SQLITE: Readonly<Record<number, StorageTrouble>> = {
  3: 'no-access',
  8: 'read-only',
  13: 'full',
  14: 'no-access',
};

/** The trouble behind an error or one of its causes; null for any other error. */
export function storageTrouble(error: unknown): StorageTrouble | null {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as { readonly code?: unknown };
    const result = sqliteResult(each);
    const found = result !== null ? BY_SQLITE[result] : typeof code === 'string' ? BY_ERRNO[code] : undefined;
    if (found !== undefined) return found;
  }
  return null;
}

/** SQLite's primary result code of an error; null for an error of something else. */
export function sqliteResult(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  // The upper bits hold the extended code.
  return error.errcode % 256;
}
