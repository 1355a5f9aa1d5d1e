/** A process's lock on a file: SQLite's, held by the operating system, which releases it when the process ends. */
import type { DatabaseSync } from 'node:sqlite';
import { sqliteResult } from '../../../ports/storage/storage-trouble.ts';
import { connect } from './database.ts';

/** A lock that lasts until it is released, or the process ends. */
export interface FileLock {
  readonly isHeld: boolean;
  /** A second call does nothing. */
  release(): void;
}

const SQLITE_BUSY = 5;

/** Keeps the connections referenced: collecting one as garbage would release its lock. */
const held = new Set<DatabaseSync>();

/**
 * Locks a file, which is created (mode 0600) if it is missing, and stays.
 * @returns null if it is locked already.
 * @throws Error of SQLite if the file cannot be created or locked.
 */
export function lockFile(file: string): FileLock | null {
  let connection: DatabaseSync | undefined;
  try {
    connection = connect(file, { busyMs: 0 });
    connection.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    connection?.close();
    if (sqliteResult(error) === SQLITE_BUSY) return null;
    throw error;
  }
  const locked = connection;
  held.add(locked);
  return {
    get isHeld() {
      return held.has(locked);
    },
    release() {
      if (held.delete(locked)) locked.close();
    },
  };
}
