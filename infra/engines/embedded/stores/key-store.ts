/** The keys that encrypt personal data, in one SQLite file: one key per owner, lost forever when destroyed. */
import { randomBytes } from 'node:crypto';
import type { KeyStore } from '../../../ports/storage/key-store.ts';
import { inTransaction, openDatabase, RowStatement } from '../sqlite/database.ts';

interface SqliteKeys extends KeyStore {
  close(): void;
}

const KEY_BYTES = 32;

/**
 * Opens the keys, creating the file if it is missing. A key is on the disk when `keyFor` resolves. Destroyed keys are
 * overwritten in the file and its write-ahead log is emptied; they survive only in earlier backups.
 */
export function openSqliteKeys(file: string): SqliteKeys {
  const database = openDatabase(file, { synchronous: 'FULL', secureDelete: true });
  database.exec('CREATE TABLE IF NOT EXISTS keys (owner TEXT PRIMARY KEY, key BLOB NOT NULL) STRICT, WITHOUT ROWID');
  const select = new RowStatement(database, 'SELECT key FROM keys WHERE owner = ?');
  const insert = database.prepare('INSERT INTO keys (owner, key) VALUES (?, ?)');
  const replace = database.prepare('INSERT OR REPLACE INTO keys (owner, key) VALUES (?, ?)');
  const selectAll = new RowStatement(database, 'SELECT owner, key FROM keys');
  const remove = database.prepare('DELETE FROM keys WHERE owner = ?');
  const emptyLog = new RowStatement(database, 'PRAGMA wal_checkpoint(TRUNCATE)');
  const find = (owner: string): Uint8Array | null => select.get<[Uint8Array<ArrayBuffer>]>(owner)?.[0] ?? null;
  return {
    async keyFor(owner) {
      const storedKey = find(owner);
      if (storedKey !== null) return storedKey;
      const key = randomBytes(KEY_BYTES);
      insert.run(owner, key);
      return key;
    },
    async find(owner) {
      return find(owner);
    },
    async all() {
      return selectAll.all<[string, Uint8Array<ArrayBuffer>]>().map(([owner, key]) => ({ owner, key }));
    },
    async put(owner, key) {
      replace.run(owner, key);
    },
    async destroy(...owners) {
      if (owners.length === 0) return;
      inTransaction(database, () => {
        for (const owner of owners) remove.run(owner);
      });
      // Even if no key was found: an earlier attempt may have removed the key and died before this point.
      if (emptyLog.get<[number, number, number]>()?.[0] !== 0) {
        throw new Error(`the keys are removed, but a reader of ${file} keeps them in the write-ahead log; try again`);
      }
    },
    close() {
      if (database.isOpen) database.close();
    },
  };
}
