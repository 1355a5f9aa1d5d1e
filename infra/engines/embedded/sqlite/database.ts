/** Opens SQLite files and reads rows as arrays, for all SQLite adapters. */
import { closeSync, openSync } from 'node:fs';
import { backup, DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { storageTrouble } from '../../../ports/storage/storage-trouble.ts';

interface DatabaseSettings {
  /** FULL: a commit survives a power cut. NORMAL: it survives a killed process. OFF: the file can be rebuilt. */
  readonly synchronous: 'FULL' | 'NORMAL' | 'OFF';
  /** Pages of 4 KiB in the write-ahead log before a checkpoint; 1,000 by default. More pages, fewer slow commits. */
  readonly checkpointPages?: number;
  /** Page cache in MiB; SQLite's own default is 2. */
  readonly cacheMiB?: number;
  /** Overwrites deleted data with zeros. */
  readonly secureDelete?: boolean;
  /** How long a statement waits for another connection before it fails, in ms; 1,000 by default. */
  readonly busyMs?: number;
}

interface ConnectionOptions {
  /** How long a statement waits for another connection before it fails, in ms; 1,000 by default. */
  readonly busyMs?: number;
  /** Reads an existing file, and creates none. */
  readonly readOnly?: boolean;
}

const BUSY_MS = 1_000;

/**
 * Connects to a database file. A new file is readable by its owner only.
 *
 * Every connection of the server begins here, in all of its threads. Nothing else may open a database file or its -shm
 * file while the process has a connection to it, not even to read its size: POSIX locks belong to the process, and
 * closing any descriptor of a file drops all of them, including SQLite's. Another program (sqlite3, a backup) then
 * behaves as the last user of the database and deletes the write-ahead log, and every later commit is lost with it.
 */
export function connect(file: string, { busyMs = BUSY_MS, readOnly = false }: ConnectionOptions = {}): DatabaseSync {
  if (!readOnly) createPrivate(file);
  return new DatabaseSync(file, { timeout: busyMs, readOnly });
}

/** Creates a missing file with mode 0600. An existing file is never opened, so no lock on it is dropped. */
function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** The size of a write-ahead log after its pages are in the file: it may grow during a long read. */
const WAL_KEPT_BYTES = 32 * 1024 * 1024;

/** Opens or creates a database with a write-ahead log. A new file is readable by its owner only. */
export function openDatabase(file: string, settings: DatabaseSettings): DatabaseSync {
  const database = connect(file, settings);
  try {
    if (settings.secureDelete === true) database.exec('PRAGMA secure_delete = ON');
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${settings.synchronous}`);
    database.exec(`PRAGMA wal_autocheckpoint = ${settings.checkpointPages ?? 1_000}`);
    database.exec(`PRAGMA journal_size_limit = ${WAL_KEPT_BYTES}`);
    if (settings.cacheMiB !== undefined) database.exec(`PRAGMA cache_size = -${settings.cacheMiB * 1_024}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Syncs everything committed to a database to the disk, even if its connections did not. Returns false if a reader of
 * an old state prevents that.
 * @throws Error if the file is damaged.
 */
export function syncDatabase(file: string): boolean {
  const database = openDatabase(file, { synchronous: 'FULL' });
  try {
    const [version] = new RowStatement(database, 'PRAGMA user_version').get<[number]>() ?? [0];
    // A checkpoint syncs the file only if there is a page to copy back: this writes one.
    database.exec(`PRAGMA user_version = ${version}`);
    const [busy] = new RowStatement(database, 'PRAGMA wal_checkpoint(FULL)').get<[number, number, number]>() ?? [1];
    return busy === 0;
  } finally {
    database.close();
  }
}

/** Pages copied in one step: 4 MiB, a few milliseconds of one thread. */
const COPY_PAGES = 1_000;

/**
 * Copies the state that an open read transaction of `source` sees into a new file (mode 0600), even while others
 * commit, and leaves the copy in rollback mode: it is a single file, and opens on a read-only disk.
 * @param progress called before, after each step and at the end with the part that is done, from 0 to 1.
 */
export async function copySnapshot(
  source: DatabaseSync,
  file: string,
  progress: (done: number) => void = () => undefined,
): Promise<void> {
  createPrivate(file);
  progress(0);
  await backup(source, file, {
    rate: COPY_PAGES,
    progress: ({ totalPages, remainingPages }) => progress(1 - remainingPages / Math.max(1, totalPages)),
  });
  const copy = connect(file);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
  } finally {
    copy.close();
  }
  progress(1);
}

/** The bytes in a file's header that refer to a write-ahead log (https://sqlite.org/fileformat.html, 1.3.3). */
const JOURNAL_VERSIONS = [18, 19] as const;

/** The same for a small database: returns the bytes of the file. */
export function snapshotBytes(source: DatabaseSync): Uint8Array {
  const bytes = source.serialize();
  for (const at of JOURNAL_VERSIONS) bytes[at] = 1;
  return bytes;
}

/** Describes what is wrong with the pages of a database, or returns null. Reads the whole file. */
export function findDamagedPages(database: DatabaseSync): string | null {
  const found = new RowStatement(database, 'PRAGMA quick_check(1)').get<[string]>()?.[0];
  // The first of two lines only names the database.
  return found === 'ok' ? null : (found ?? 'it cannot be checked').replace(/^\*+.*\*+\n/, '');
}

/**
 * Copies the write-ahead log back as far as readers allow; waits for nobody, and nobody waits for it. On a full disk
 * the log stays as it is until the next checkpoint: all commits are safe in it.
 */
export function checkpoint(database: DatabaseSync): void {
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } catch (error) {
    if (storageTrouble(error) === null) throw error;
  }
}

/** How long `truncateWal` waits for a reader of the file, in ms, while it blocks its thread. */
const TRUNCATE_BUSY_MS = 20;

/**
 * Empties the write-ahead log of a database whose connections overwrite deleted data: the log still has older versions
 * of changed pages.
 * @throws Error if a reader keeps the old versions alive; try again later.
 */
export function truncateWal(file: string): void {
  const database = openDatabase(file, { synchronous: 'FULL', busyMs: TRUNCATE_BUSY_MS });
  try {
    const [busy] = new RowStatement(database, 'PRAGMA wal_checkpoint(TRUNCATE)').get<[number, number, number]>() ?? [1];
    if (busy !== 0) throw new Error(`${file} is being read: data erased from it is still in its write-ahead log`);
  } finally {
    database.close();
  }
}

/** A prepared statement whose rows are arrays. The caller states the row's type to match the SQL. */
export class RowStatement {
  readonly #statement: StatementSync;

  constructor(database: DatabaseSync, sql: string) {
    this.#statement = database.prepare(sql);
    this.#statement.setReturnArrays(true);
  }

  all<Row extends readonly SQLOutputValue[]>(...values: readonly SQLInputValue[]): Row[] {
    const rows: unknown = this.#statement.all(...values);
    return rows as Row[];
  }

  get<Row extends readonly SQLOutputValue[]>(...values: readonly SQLInputValue[]): Row | undefined {
    const row: unknown = this.#statement.get(...values);
    return row as Row | undefined;
  }
}

/** Runs `work` in one write transaction, and rolls it back if `work` throws. `work` must not await. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // On a full disk SQLite has rolled back already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Runs `work` on one snapshot of the file, even while others commit. `work` must not await or write. */
export function inReadTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN');
  try {
    return work();
  } finally {
    database.exec('COMMIT');
  }
}
