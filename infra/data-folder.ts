/** The folder everything embedded lives in: one process at a time, and nothing lost in it unsaid. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Log } from './ports.ts';
import { eventsDamage, furthestView, headOf, keysDamage, sessionsDamage, viewsDamage } from './sqlite-content-check.ts';
import { openSqliteEvents } from './sqlite-events.ts';
import { damageOf, NO_TABLES } from './sqlite-file-check.ts';
import { openSqliteKeys } from './sqlite-keys.ts';

/** An opened data folder. The paths are absolute; whoever opens the files closes them before the folder. */
export interface DataFolder {
  readonly directory: string;
  readonly events: string;
  readonly views: string;
  readonly sessions: string;
  readonly keys: string;
  /**
   * 32 random bytes known by `name` ([a-z-]), made on first use and kept in the folder, readable for its owner only.
   * @throws DataFolderError when the kept secret is damaged: a new one in its place would quietly change what it guards.
   */
  secret(name: string): Buffer;
  /** Lets the next process in. A killed process lets go of the folder as well. */
  close(): void;
}

/** Why the folder cannot be used, in a sentence for the terminal that says what to do. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/** Says that the folder was set up, so that files missing later are known to be lost. */
const MARKER = 'linkledger.json';
const SECRET_BYTES = 32;
/** Linux's name for this run of the machine; null elsewhere. */
const BOOT = bootId();

/**
 * Opens the folder for this process alone, creating it (mode 0700) on first use. The log and the keys are checked and
 * never replaced; views and sessions that are damaged, or ahead of the log, are put aside and said in `log`.
 * @throws DataFolderError when another process has it, or a file that must not be lost is missing or damaged.
 */
export function openDataFolder(directory: string, log: Log): DataFolder {
  const folder = resolve(directory);
  makeFolder(folder);
  const lock = takeLock(folder);
  try {
    const path = (name: string) => join(folder, name);
    const files = {
      events: path('events.db'),
      views: path('views.db'),
      sessions: path('sessions.db'),
      keys: path('keys.db'),
    };
    const known = existsSync(path(MARKER));
    if (known) requireFiles(folder, [files.events, files.keys]);
    refuseDamaged(files.events, eventsDamage, known, 'It holds the whole history');
    refuseDamaged(files.keys, keysDamage, known, 'It holds the keys of all personal data');
    forgetUnsyncedViews(files.views, log);
    putAsideDamaged(files.views, viewsDamage, log, 'the views are built again from the log');
    putAsideDamaged(files.sessions, sessionsDamage, log, 'everybody has to sign in again');
    if (!known) setUp(folder, files);
    resetViewsAhead(files, log);
    if (BOOT !== null) writeFileSync(openSince(files.views), BOOT);
    return {
      directory: folder,
      ...files,
      secret: (name) => keptSecret(folder, name),
      close: () => {
        if (!lock.isOpen) return;
        if (existsSync(files.views)) sync(files.views);
        rmSync(openSince(files.views), { force: true });
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new DataFolderError(
      `The data folder ${folder} cannot be made (${messageOf(error)}): set DATA_DIR to a folder this user may write.`,
    );
  }
}

/** SQLite's exclusive lock is the operating system's: it ends with the process, however that ends. */
function takeLock(folder: string): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(folder, 'lock.db'), { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    if (isBusy(error)) {
      throw new DataFolderError(
        `The data folder ${folder} is in use by another Linkledger process: stop that one first, or set DATA_DIR to another folder.`,
      );
    }
    throw new DataFolderError(
      `The data folder ${folder} cannot be locked (${messageOf(error)}): set DATA_DIR to a folder this user may write.`,
    );
  }
}

/** SQLITE_BUSY, with whatever SQLite says beside it in the upper bits. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === 5;
}

function requireFiles(folder: string, files: readonly string[]): void {
  for (const file of files) {
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size !== undefined && size > 0) continue;
    throw new DataFolderError(
      `${file} is ${size === undefined ? 'missing' : 'empty'} although the data folder was in use before: ` +
        `put it back from a backup. To start with nothing instead, set DATA_DIR to a new folder (or move ${folder} away).`,
    );
  }
}

function refuseDamaged(
  file: string,
  look: (database: DatabaseSync) => string | null,
  known: boolean,
  holds: string,
): void {
  if (!hasContent(file)) return;
  const damage = damageOf(file, look);
  // A first start that was killed half-way is simply made again.
  if (damage === null || (damage === NO_TABLES && !known)) return;
  throw new DataFolderError(
    `${file} is damaged (${damage}). ${holds}, so it was left as it is: put back a backup of it together with its -wal file, then start again.`,
  );
}

function putAsideDamaged(
  file: string,
  look: (database: DatabaseSync) => string | null,
  log: Log,
  consequence: string,
): void {
  if (!existsSync(file)) {
    // A write-ahead log without its database belongs to nothing.
    removeFiles(file);
    return;
  }
  const damage = hasContent(file) ? damageOf(file, look) : 'it is empty';
  if (damage === null) return;
  const aside = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
  renameSync(file, aside);
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${aside}-wal`);
  removeFiles(file);
  log.warn({ file, aside, damage }, `${basename(file)} is damaged and was moved to ${basename(aside)}: ${consequence}`);
}

/** Which run of the machine wrote views.db last, kept beside it until it is closed and synced. */
function openSince(views: string): string {
  return `${views}.open`;
}

/** Views are written without syncing: after a power cut what lies in the file is anybody's guess. */
function forgetUnsyncedViews(views: string, log: Log): void {
  const file = openSince(views);
  if (BOOT === null || !existsSync(file) || readFileSync(file, 'utf8') === BOOT) return;
  removeFiles(views);
  rmSync(file);
  log.warn({ file: views }, 'the machine stopped while views.db was open: the views are built again from the log');
}

/** The views remember more than the log holds: an older log was put back. */
function resetViewsAhead(files: { readonly events: string; readonly views: string }, log: Log): void {
  if (!existsSync(files.views)) return;
  const views = readOnly(files.views, furthestView);
  const events = readOnly(files.events, headOf);
  if (views <= events) return;
  removeFiles(files.views);
  log.warn(
    { file: files.views, views, events },
    `views.db had seen ${views} events but events.db has ${events}, as after putting back a backup: the views are built again from the log`,
  );
}

function readOnly<T>(file: string, ask: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 1_000 });
  try {
    return ask(database);
  } finally {
    database.close();
  }
}

/** Makes the files that must never be missing later, then the marker that says so: in this order, each on the disk. */
function setUp(folder: string, files: { readonly events: string; readonly keys: string }): void {
  void openSqliteEvents(files.events).close();
  openSqliteKeys(files.keys).close();
  writeDurably(folder, MARKER, `${JSON.stringify({ layout: 1, created: new Date().toISOString() })}\n`);
}

function keptSecret(folder: string, name: string): Buffer {
  if (!/^[a-z][a-z-]*$/.test(name)) throw new TypeError(`"${name}" is not a secret's name: [a-z-]`);
  const file = join(folder, `${name}.secret`);
  if (!existsSync(file)) writeDurably(folder, basename(file), `${randomBytes(SECRET_BYTES).toString('hex')}\n`);
  const text = readFileSync(file, 'utf8').trim();
  if (/^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, 'hex');
  throw new DataFolderError(
    `${file} is damaged: put it back from a backup, or delete it to have a new secret made (what it guarded, such as sessions, ends).`,
  );
}

/** Writes a file that is there completely or not at all, even after a power cut. */
function writeDurably(folder: string, name: string, text: string): void {
  const draft = join(folder, `${name}.new`);
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, join(folder, name));
  sync(folder);
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function removeFiles(file: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
}

function bootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
  } catch {
    return null;
  }
}

function hasContent(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
