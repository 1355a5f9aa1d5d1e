/** Values that end by themselves, in one SQLite file. */
import type { ExpiringStore } from './ports.ts';
import { openDatabase, Rows } from './sqlite-database.ts';

export interface SqliteExpiring extends ExpiringStore {
  close(): void;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS entries (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    expires INTEGER NOT NULL,
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS entries_by_end ON entries (expires);
`;

/** Expired rows are removed in passing, by a write that comes this long (ms) after the last sweep. */
const SWEEP_EVERY = 60_000;
const SWEEP_ROWS = 1_000;

/**
 * Opens the store, creating the file where there is none. `now` is the clock that ends entries: at `expiresAt` itself an
 * entry is gone. What was put survives a killed process; a power cut may lose the last moments.
 */
export function openSqliteExpiring(file: string, now: () => Date): SqliteExpiring {
  const database = openDatabase(file, { synchronous: 'NORMAL' });
  database.exec(SCHEMA);
  const get = new Rows(database, 'SELECT value FROM entries WHERE kind = ? AND key = ? AND expires > ?');
  const put = database.prepare('INSERT OR REPLACE INTO entries (kind, key, value, expires) VALUES (?, ?, ?, ?)');
  const putIfAbsent = database.prepare(
    `INSERT INTO entries (kind, key, value, expires) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET value = excluded.value, expires = excluded.expires WHERE entries.expires <= ?`,
  );
  const take = new Rows(database, 'DELETE FROM entries WHERE kind = ? AND key = ? RETURNING value, expires');
  const remove = database.prepare('DELETE FROM entries WHERE kind = ? AND key = ?');
  const increment = new Rows(
    database,
    `INSERT INTO entries (kind, key, value, expires) VALUES (?1, ?2, '1', ?3)
       ON CONFLICT DO UPDATE SET
         value = CASE WHEN entries.expires > ?4 THEN CAST(CAST(entries.value AS INTEGER) + 1 AS TEXT) ELSE '1' END,
         expires = CASE WHEN entries.expires > ?4 THEN entries.expires ELSE excluded.expires END
       RETURNING value`,
  );
  const sweep = database.prepare(
    `DELETE FROM entries WHERE (kind, key) IN (SELECT kind, key FROM entries WHERE expires <= ? LIMIT ${SWEEP_ROWS})`,
  );

  let swept = Number.NEGATIVE_INFINITY;
  const clock = () => now().getTime();
  const sweepNowAndThen = () => {
    if (clock() < swept + SWEEP_EVERY) return;
    // A sweep that found all it may take has left some: the next write goes on.
    if (sweep.run(clock()).changes !== SWEEP_ROWS) swept = clock();
  };

  return {
    async get<T>(kind: string, key: string): Promise<T | null> {
      const row = get.get<[string]>(kind, key, clock());
      return row === undefined ? null : JSON.parse(row[0]);
    },
    async put(kind, key, value, expiresAt) {
      put.run(kind, key, json(value), instant(expiresAt));
      sweepNowAndThen();
    },
    async putIfAbsent(kind, key, value, expiresAt) {
      const { changes } = putIfAbsent.run(kind, key, json(value), instant(expiresAt), clock());
      sweepNowAndThen();
      return changes === 1;
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
      sweepNowAndThen();
      return Number(row?.[0]);
    },
    close() {
      if (database.isOpen) database.close();
    },
  };
}

function json(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError('only JSON values can be kept');
  return text;
}

/** An ISO instant in ms. */
function instant(iso: string): number {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) throw new RangeError(`"${iso}" is no ISO instant`);
  return time;
}
