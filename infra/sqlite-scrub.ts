/** Makes what was erased from a SQLite file unreadable in its bytes as well. */
import { DatabaseSync } from 'node:sqlite';
import { Rows } from './sqlite-database.ts';

/** How long it waits for whoever reads the file, in ms; nothing else happens meanwhile. */
const BUSY_MS = 20;

/**
 * Empties the write-ahead log of a file whose connection overwrites what it deletes: older versions of changed pages lie
 * there.
 * @throws Error when a reader keeps the old versions alive; try again later.
 */
export function scrub(file: string): void {
  const database = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    const [busy] = new Rows(database, 'PRAGMA wal_checkpoint(TRUNCATE)').get<[number, number, number]>() ?? [1];
    if (busy !== 0) throw new Error(`${file} is being read: what was erased from it still lies in its write-ahead log`);
  } finally {
    database.close();
  }
}
