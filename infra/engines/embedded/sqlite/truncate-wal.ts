/** Makes data erased from a SQLite file unreadable in the bytes of its write-ahead log as well. */
import { openDatabase, RowStatement } from './database.ts';

/** How long it waits for a reader of the file, in ms. It blocks its thread meanwhile. */
const BUSY_MS = 20;

/**
 * Empties the write-ahead log of a file whose connections overwrite what they delete: older versions of changed pages
 * are still in that log.
 * @throws Error when a reader keeps the old versions alive; try again later.
 */
export function truncateWal(file: string): void {
  const database = openDatabase(file, { synchronous: 'FULL', busyMs: BUSY_MS });
  try {
    const [busy] = new RowStatement(database, 'PRAGMA wal_checkpoint(TRUNCATE)').get<[number, number, number]>() ?? [1];
    if (busy !== 0) throw new Error(`${file} is being read: data erased from it is still in its write-ahead log`);
  } finally {
    database.close();
  }
}
