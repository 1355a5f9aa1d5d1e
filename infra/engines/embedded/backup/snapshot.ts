/** The databases of a data folder as of one moment, read while a server writes to them. */
import { accessSync, constants, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { storageTrouble } from '../../../ports/storage/storage-trouble.ts';
import { MARKER } from '../folder/data-folder.ts';
import { connect, copySnapshot, RowStatement, snapshotBytes } from '../sqlite/database.ts';
import type { NamedBytes } from './key-protection.ts';
import { BackupError, KEY_FILES } from './manifest.ts';

/**
 * The order in which they are read. Checkpoints come before the log: a checkpoint ahead of the log would skip events
 * after a restore. Keys come after the log: they exist before the event that needs them.
 */
const BEFORE_LOG = ['durable.db', 'sessions.db'] as const;
const LOG = 'events.db';
const LARGE: readonly string[] = ['durable.db', LOG];
const AFTER_LOG = ['keys.db'] as const;
const SECRETS = ['identity.secret', 'session.secret'] as const;

/** The data of one moment. Close it soon: meanwhile the write-ahead logs grow, and keys are not destroyed. */
export interface Snapshot {
  /** The last event in it. */
  readonly head: { readonly position: number; readonly id: string | null };
  /** Bytes of the databases in `large`. */
  readonly largeBytes: number;
  /** The databases to copy: the log, and durable.db, which has the hash chain and grows with the log. */
  readonly large: readonly string[];
  /** Everything else, with the files of `KEY_FILES` separate. Ends the reading of these files. */
  takeSmallFiles(): Promise<{ readonly keys: readonly NamedBytes[]; readonly otherFiles: readonly NamedBytes[] }>;
  /** Copies one of `large` into a new file. */
  copy(name: string, file: string, progress: (done: number) => void): Promise<void>;
  close(): void;
}

/**
 * Begins to read all databases of the folder, within a millisecond or two.
 * @throws BackupError if the folder has no data or may not be read.
 */
export function openSnapshot(folder: string): Snapshot {
  const open = new Map<string, DatabaseSync>();
  const close = () => {
    for (const database of open.values()) database.close();
    open.clear();
  };
  try {
    if (existsSync(folder)) accessSync(folder, constants.R_OK | constants.X_OK);
    for (const name of [...BEFORE_LOG, LOG, ...AFTER_LOG]) {
      if (existsSync(path.join(folder, name))) open.set(name, connect(path.join(folder, name), { readOnly: true }));
    }
    const log = open.get(LOG);
    if (log === undefined || !open.has('keys.db')) {
      throw new BackupError(
        `${folder} has no data of Linkledger (${log === undefined ? LOG : 'keys.db'} is missing): set DATA_DIR to the data folder.`,
      );
    }
    // A map keeps the order. A transaction begins with its first read.
    for (const database of open.values()) {
      database.exec('BEGIN');
      database.prepare('SELECT count(*) FROM sqlite_schema').get();
    }
    const last = new RowStatement(log, 'SELECT position, id FROM events ORDER BY position DESC LIMIT 1');
    const [position = 0, id = null] = last.get<[number, string]>() ?? [];
    const bytes = 'SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()';
    const sizeOf = (database: DatabaseSync) => new RowStatement(database, bytes).get<[number]>()?.[0] ?? 0;
    const large = new Map([...open].filter(([name]) => LARGE.includes(name)));
    return {
      head: { position, id },
      large: [...large.keys()],
      largeBytes: large.values().reduce((sum, database) => sum + sizeOf(database), 0),
      async takeSmallFiles() {
        const found: NamedBytes[] = [];
        for (const [name, database] of open) {
          if (large.has(name)) continue;
          found.push({ name, bytes: snapshotBytes(database) });
          database.close();
          open.delete(name);
        }
        for (const name of [...SECRETS, MARKER]) {
          const secret = path.join(folder, name);
          if (existsSync(secret)) found.push({ name, bytes: await readFile(secret) });
        }
        const isKey = ({ name }: NamedBytes) => KEY_FILES.some((each) => each === name);
        return { keys: found.filter(isKey), otherFiles: found.filter((file) => !isKey(file)) };
      },
      async copy(name, file, progress) {
        const database = large.get(name);
        if (database === undefined) throw new TypeError(`${name} is not one of the large databases`);
        await copySnapshot(database, file, progress);
      },
      close,
    };
  } catch (error) {
    close();
    if (storageTrouble(error) !== 'no-access') throw error;
    throw new BackupError(
      `The data folder ${folder} may not be read by this user: run the backup as the user that runs Linkledger.`,
    );
  }
}
