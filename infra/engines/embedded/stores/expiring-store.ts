/** Values that expire by themselves, in one SQLite file. */
import type { DatabaseSync } from 'node:sqlite';
import type { DurableStore } from '../../../ports/storage/durable-store.ts';
import { inTransaction, openDatabase, RowStatement } from '../sqlite/database.ts';

interface SqliteExpiring extends DurableStore {
  close(): void;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS entries (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    expires INTEGER NOT NULL,
    owner TEXT,
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;
`;
const INDEXES = `
  CREATE INDEX IF NOT EXISTS entries_by_end ON entries (expires);
  CREATE INDEX IF NOT EXISTS entries_by_owner ON entries (kind, owner) WHERE owner IS NOT NULL;
`;
/** In a file of the first format only the value names the owner of an entry, if at all. */
const ADD_OWNER = `
  ALTER TABLE entries ADD COLUMN owner TEXT;
  UPDATE entries SET owner = value ->> '$.userId' WHERE json_type(value, '$.userId') = 'text';
`;

/** A write removes expired rows if the last sweep was at least this many ms ago. */
const SWEEP_EVERY = 60_000;
const SWEEP_ROWS = 1_000;

/**
 * Opens the store, creating the file if it is missing. `now` is the clock that ends entries: at `expiresAt` itself an
 * entry has expired. Expired entries stay in the file while `mayRemove` says no: a clock that was ahead for a moment
 * then ends nothing. An entry survives a killed process; a power cut may lose the last moments. Removed entries are
 * overwritten in the file; older versions remain in its write-ahead log until that is emptied.
 */
export function openSqliteExpiring(
  file: string,
  now: () => Date,
  mayRemove: () => boolean = () => true,
): SqliteExpiring {
  const database = openDatabase(file, { synchronous: 'NORMAL', secureDelete: true });
  const entries = entriesOf(database, now, mayRemove);
  return {
    ...entries,
    close() {
      if (database.isOpen) database.close();
    },
  };
}

/** The entries in an open database, whose table is created if it is missing. */
export function entriesOf(database: DatabaseSync, now: () => Date, mayRemove: () => boolean): DurableStore {
  database.exec(SCHEMA);
  const hasOwner = database.prepare("SELECT 1 FROM pragma_table_info('entries') WHERE name = 'owner'").get();
  if (hasOwner === undefined) {
    inTransaction(database, () => database.exec(ADD_OWNER));
    // Files of that format did not overwrite deleted data.
    database.exec('VACUUM');
  }
  database.exec(INDEXES);
  const get = new RowStatement(database, 'SELECT value FROM entries WHERE kind = ? AND key = ? AND expires > ?');
  const put = database.prepare(
    'INSERT OR REPLACE INTO entries (kind, key, value, expires, owner) VALUES (?, ?, ?, ?, ?)',
  );
  const putIfAbsent = database.prepare(
    `INSERT INTO entries (kind, key, value, expires) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET value = excluded.value, expires = excluded.expires, owner = NULL
         WHERE entries.expires <= ?`,
  );
  const replace = database.prepare(
    'UPDATE entries SET value = ?, expires = ? WHERE kind = ? AND key = ? AND expires > ?',
  );
  const take = new RowStatement(database, 'DELETE FROM entries WHERE kind = ? AND key = ? RETURNING value, expires');
  const remove = database.prepare('DELETE FROM entries WHERE kind = ? AND key = ?');
  const increment = new RowStatement(
    database,
    `INSERT INTO entries (kind, key, value, expires) VALUES (?1, ?2, '1', ?3)
       ON CONFLICT DO UPDATE SET
         value = CASE WHEN entries.expires > ?4 THEN CAST(CAST(entries.value AS INTEGER) + 1 AS TEXT) ELSE '1' END,
         expires = CASE WHEN entries.expires > ?4 THEN entries.expires ELSE excluded.expires END
       RETURNING value`,
  );
  const listOf = new RowStatement(
    database,
    'SELECT key, value FROM entries WHERE kind = ? AND owner = ? AND expires > ?',
  );
  const selectAll = new RowStatement(
    database,
    'SELECT kind, key, value, expires, owner FROM entries WHERE expires > ?',
  );
  const removeOf = database.prepare('DELETE FROM entries WHERE kind = ? AND owner = ?');
  const sweep = database.prepare(
    `DELETE FROM entries WHERE (kind, key) IN (SELECT kind, key FROM entries WHERE expires <= ? LIMIT ${SWEEP_ROWS})`,
  );

  let sweptAt = Number.NEGATIVE_INFINITY;
  const clock = () => now().getTime();
  const sweepIfDue = () => {
    if (Math.abs(clock() - sweptAt) < SWEEP_EVERY || !mayRemove()) return;
    // A full sweep leaves some entries for the next write.
    if (sweep.run(clock()).changes !== SWEEP_ROWS) sweptAt = clock();
  };

  return {
    async get<T>(kind: string, key: string): Promise<T | null> {
      const row = get.get<[string]>(kind, key, clock());
      return row === undefined ? null : JSON.parse(row[0]);
    },
    async put(kind, key, value, expiresAt, owner) {
      put.run(kind, key, json(value), instant(expiresAt), owner ?? null);
      sweepIfDue();
    },
    async putIfAbsent(kind, key, value, expiresAt) {
      const { changes } = putIfAbsent.run(kind, key, json(value), instant(expiresAt), clock());
      sweepIfDue();
      return changes === 1;
    },
    async replace(kind, key, value, expiresAt) {
      return replace.run(json(value), instant(expiresAt), kind, key, clock()).changes === 1;
    },
    async take<T>(kind: string, key: string): Promise<T | null> {
      const row = take.get<[string, number]>(kind, key);
      return row === undefined || row[1] <= clock() ? null : JSON.parse(row[0]);
    },
    async remove(kind, key) {
      remove.run(kind, key);
    },
    async increment(kind, key, expiresAt) {
      const row = increment.get<[string]>(kind, key, instant(expiresAt), clock());
      sweepIfDue();
      return Number(row?.[0]);
    },
    async listOf<T>(kind: string, owner: string) {
      const rows = listOf.all<[string, string]>(kind, owner, clock());
      return rows.map(([key, value]): { key: string; value: T } => ({ key, value: JSON.parse(value) }));
    },
    async all() {
      const rows = selectAll.all<[string, string, string, number, string | null]>(clock());
      return rows.map(([kind, key, value, expires, owner]) => {
        const expiresAt = new Date(expires).toISOString();
        return { kind, key, value: JSON.parse(value), expiresAt, owner };
      });
    },
    async removeOf(kind, owner) {
      removeOf.run(kind, owner);
    },
  };
}

function json(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError('only JSON values can be stored');
  return text;
}

/** An ISO instant in ms. */
function instant(iso: string): number {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) throw new RangeError(`"${iso}" is not an ISO instant`);
  return time;
}
