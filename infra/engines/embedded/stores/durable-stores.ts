/** Checkpoints, leases and small lasting values in one SQLite file, durable.db. It belongs in a backup. */
import type { DatabaseSync } from 'node:sqlite';
import type { Checkpoints } from '../../../ports/storage/checkpoints.ts';
import type { DurableStore } from '../../../ports/storage/durable-store.ts';
import { LeaseLostError, type Leases } from '../../../ports/storage/leases.ts';
import { storageTrouble } from '../../../ports/storage/storage-trouble.ts';
import { inTransaction, openDatabase, RowStatement } from '../sqlite/database.ts';
import { entriesOf } from './expiring-store.ts';

interface DurableStores {
  readonly state: DurableStore;
  readonly checkpoints: Checkpoints;
  readonly leases: Leases;
  /** Migrates what older versions stored in the file of sessions, once. Safe to repeat after a crash. */
  migrateFrom(sessions: string): void;
  close(): void;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS checkpoints (
    name TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    token INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS leases (name TEXT PRIMARY KEY, token INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

/** The kinds of entries that older versions stored in sessions.db and that belong here. */
const MOVED_KINDS = [
  'alerts-read',
  'share-views',
  'token-use',
  'alert-mail-waiting',
  'alert-mail-hour',
  'alert-mail-day',
  'alert-mail-up-to',
  'weekly-report',
  'weekly-reports-done',
  'weekly-reports-tried',
];
const CHECKPOINT_KIND = 'follower';
/** The `PRAGMA user_version` after sessions.db was migrated. */
const MIGRATED = 1;

/**
 * Opens the file, creating it if it is missing. Written entries survive a killed process; a power cut may lose the last
 * moments, which reactors then repeat.
 * @param mayRemove whether the clock is trusted enough to remove expired entries.
 */
export function openDurableStores(file: string, now: () => Date, mayRemove: () => boolean = () => true): DurableStores {
  const database = openDatabase(file, { synchronous: 'NORMAL', secureDelete: true });
  database.exec(SCHEMA);
  return {
    state: entriesOf(database, now, mayRemove),
    checkpoints: checkpointsOf(database),
    leases: leasesOf(database),
    migrateFrom(sessions) {
      const source = openDatabase(sessions, { synchronous: 'FULL', secureDelete: true });
      try {
        migrate(source, database);
      } finally {
        source.close();
      }
    },
    close() {
      if (database.isOpen) database.close();
    },
  };
}

function checkpointsOf(database: DatabaseSync): Checkpoints {
  const get = new RowStatement(database, 'SELECT position FROM checkpoints WHERE name = ?');
  const put = database.prepare(
    `INSERT INTO checkpoints (name, position, token) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET position = excluded.position, token = excluded.token
         WHERE checkpoints.token <= excluded.token`,
  );
  return {
    async get(name) {
      return get.get<[number]>(name)?.[0] ?? null;
    },
    async put(name, position, token) {
      if (put.run(name, position, token).changes === 0) {
        throw new LeaseLostError(`the checkpoint ${name} was written under a newer lease`);
      }
    },
  };
}

/**
 * Leases within one process, which owns the folder: only its own parts compete for a lease. On a full disk leases are
 * granted anyway, or all work of the process would end: their tokens still increase in this process.
 */
function leasesOf(database: DatabaseSync): Leases {
  const stored = new RowStatement(database, 'SELECT token FROM leases WHERE name = ?');
  const store = database.prepare(
    'INSERT INTO leases (name, token) VALUES (?, ?) ON CONFLICT DO UPDATE SET token = excluded.token',
  );
  const granted = new Map<string, number>();
  const nextToken = (name: string) => {
    const token = Math.max(stored.get<[number]>(name)?.[0] ?? 0, granted.get(name) ?? 0) + 1;
    granted.set(name, token);
    try {
      store.run(name, token);
    } catch (error) {
      if (storageTrouble(error) === null) throw error;
    }
    return token;
  };
  const ends = new Map<string, Promise<void>>();
  return {
    async hold(name, work, signal) {
      const before = ends.get(name) ?? Promise.resolve();
      const { promise, resolve: release } = Promise.withResolvers<void>();
      const end = before.then(() => promise);
      ends.set(name, end);
      try {
        await untilAborted(before, signal);
        if (signal.aborted) return;
        await work(signal, nextToken(name));
      } finally {
        release();
        if (ends.get(name) === end) ends.delete(name);
      }
    },
  };
}

/** Resolves with the promise, or when the signal aborts. */
async function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<void>();
  const stop = () => aborted.resolve();
  if (signal.aborted) return;
  signal.addEventListener('abort', stop, { once: true });
  await Promise.race([promise, aborted.promise]);
  signal.removeEventListener('abort', stop);
}

function migrate(sessions: DatabaseSync, durable: DatabaseSync): void {
  const kinds = [...MOVED_KINDS, CHECKPOINT_KIND];
  const marks = kinds.map(() => '?').join(', ');
  const [version] = new RowStatement(durable, 'PRAGMA user_version').get<[number]>() ?? [0];
  if (version < MIGRATED) {
    const rows = new RowStatement(
      sessions,
      `SELECT kind, key, value, expires, owner FROM entries WHERE kind IN (${marks})`,
    ).all<[string, string, string, number, string | null]>(...kinds);
    const putEntry = durable.prepare(
      'INSERT OR IGNORE INTO entries (kind, key, value, expires, owner) VALUES (?, ?, ?, ?, ?)',
    );
    const putCheckpoint = durable.prepare('INSERT OR IGNORE INTO checkpoints (name, position, token) VALUES (?, ?, 0)');
    inTransaction(durable, () => {
      for (const [kind, key, value, expires, owner] of rows) {
        if (kind === CHECKPOINT_KIND) putCheckpoint.run(key, Number(value));
        else putEntry.run(kind, key, value, expires, owner);
      }
      durable.exec(`PRAGMA user_version = ${MIGRATED}`);
    });
    // The copies must be on the disk before the originals are removed.
    durable.exec('PRAGMA wal_checkpoint(FULL)');
  }
  sessions.prepare(`DELETE FROM entries WHERE kind IN (${marks})`).run(...kinds);
}
