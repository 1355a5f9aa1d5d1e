/** The least a log in SQLite can be: a table like the log's own, with the same indexes, synced at each commit. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';

interface BareLog {
  readonly database: DatabaseSync;
  /** Takes stream, revision, id, type, data and metadata. */
  readonly insert: StatementSync;
}

export function openBaselineLog(file: string): BareLog {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 10000');
  database.exec(
    `CREATE TABLE events (position INTEGER PRIMARY KEY, stream TEXT, revision INTEGER, id TEXT, type TEXT, data TEXT, metadata TEXT);
     CREATE UNIQUE INDEX by_stream ON events (stream, revision); CREATE UNIQUE INDEX by_id ON events (id)`,
  );
  const insert = database.prepare(
    'INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return { database, insert };
}
