/** Makes what was erased from a SQLite file unreadable in its bytes as well. */
import { DatabaseSync } from 'node:sqlite';
import { Rows } from './sqlite-database.ts';

/** How long it waits for whoever reads or writes the file, in ms. */
const BUSY_MS = 1_000;

/**
 * Empties the write-ahead log, where older versions of changed pages lie, and, with `rewrite`, first writes the file anew
 * without its free pages: for files whose own connection does not overwrite what it deletes.
 * @throws Error when a reader keeps the old versions alive; try again later.
 */
export function scrub(file: string, { rewrite }: { readonly rewrite: boolean }): void {
  const database = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    if (rewrite) database.exec('VACUUM');
    const [busy] = new Rows(database, 'PRAGMA wal_checkpoint(TRUNCATE)').get<[number, number, number]>() ?? [1];
    if (busy !== 0) throw new Error(`${file} is being read: what was erased from it still lies in its write-ahead log`);
  } finally {
    database.close();
  }
}
