/** Opening a SQLite file and reading rows as arrays: what all SQLite adapters have in common. */
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';

export interface DatabaseSettings {
  /** FULL: a commit survives a power cut. NORMAL: it survives a killed process. OFF: the file can be made again. */
  readonly synchronous: 'FULL' | 'NORMAL' | 'OFF';
  /** Pages of 4 KiB in the write-ahead log before it is copied back: rarer copies, fewer slow commits. */
  readonly checkpointPages?: number;
  /** Page cache in MiB; SQLite's own 2 where not said. */
  readonly cacheMiB?: number;
  /** Overwrites what is deleted with zeros. */
  readonly secureDelete?: boolean;
}

/** How long a commit waits for a reader of the same file (a backup) before it fails, in ms. */
const BUSY_MS = 1_000;

/** Opens or creates a file with a write-ahead log. A new file is readable for its owner only. */
export function openDatabase(file: string, settings: DatabaseSettings): DatabaseSync {
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    if (settings.secureDelete === true) database.exec('PRAGMA secure_delete = ON');
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${settings.synchronous}`);
    database.exec(`PRAGMA wal_autocheckpoint = ${settings.checkpointPages ?? 1_000}`);
    if (settings.cacheMiB !== undefined) database.exec(`PRAGMA cache_size = -${settings.cacheMiB * 1_024}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A prepared statement whose rows are arrays. The caller names the row's shape as the SQL says it. */
export class Rows {
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

/** Runs `work` in one write transaction; whatever it throws undoes all of it. It must not await. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // A full disk makes SQLite roll back by itself.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Runs `work` on one state of the file, whatever others commit meanwhile. It must not await, nor write. */
export function inSnapshot<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN');
  try {
    return work();
  } finally {
    database.exec('COMMIT');
  }
}
