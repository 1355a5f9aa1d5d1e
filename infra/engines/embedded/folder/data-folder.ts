/** The data folder of the embedded stores: one process at a time; lost or damaged files are refused or reported. */
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from '../../../ports/process/logger.ts';
import type { SecretName } from '../../../ports/process/secrets.ts';
import { StartError } from '../../../ports/process/start-error.ts';
import { storageTrouble } from '../../../ports/storage/storage-trouble.ts';
import { RowStatement, syncDatabase } from '../sqlite/database.ts';
import { findFileDamage, NO_TABLES } from '../sqlite/file-check.ts';
import { type FileLock, lockFile } from '../sqlite/file-lock.ts';
import {
  checkEvents,
  durableDamage,
  headOf,
  keyCount,
  keysDamage,
  maxViewPosition,
  sessionCount,
  sessionsDamage,
  viewsDamage,
} from './content-check.ts';
import { bootId, hasContent, holds, readOnly, removeFiles, writeDurably } from './folder-files.ts';
import { isNewer, PROGRAM_VERSION } from './program-version.ts';

/** An opened data folder. The paths are absolute. Close the files before the folder. */
export interface DataFolder {
  readonly directory: string;
  readonly events: string;
  readonly views: string;
  readonly sessions: string;
  readonly keys: string;
  readonly durable: string;
  /** The file in which views may be filled before they replace those in `views`; the next start removes it. */
  readonly viewsDraft: string;
  /**
   * 32 random bytes, stored in the folder with mode 0600 and created only while they protect nothing.
   * @throws DataFolderError if the secret is damaged, or missing although sessions depend on it.
   */
  secret(name: SecretName): Buffer;
  /** Records that the log, the keys and the durable state exist: a missing file counts as lost from now on. */
  markInitialized(): void;
  /** Releases the lock. The operating system releases it when the process is killed. */
  close(): void;
}

/** Why the folder cannot be used, in a sentence for the terminal that says what to do. */
export class DataFolderError extends StartError {
  override readonly name = 'DataFolderError';
}

/** Another process uses the folder. */
class FolderInUseError extends DataFolderError {}

/** The file that the process with the folder locks. */
const LOCK = 'lock.db';
/** Views that are filled in a thread. */
const DRAFT = 'views-draft.db';
/** Marks a folder as set up, and names the version that used it last: a file that is missing later was lost. */
export const MARKER = 'linkledger.json';
/** The layouts a marker can name: layout 2 has durable.db, layout 1 had its contents in sessions.db. */
export const LAYOUT = 2;
/** The newest `PRAGMA user_version` of each file that this version reads. Raise it if older ones cannot. */
const FILE_FORMATS = { events: 0, keys: 0, durable: 1, sessions: 0 } as const;
const SECRET_BYTES = 32;
const ONE_PROCESS = 'SQLite serves one process; several processes need EventStoreDB, MongoDB and Kafka as engines.';

const TOGETHER =
  'The files events.db, keys.db and identity.secret belong together: take all three from the same backup';

const BOOT = bootId();

/**
 * Opens the folder for this process alone and creates it (mode 0700) on first use. Checks the log, the keys and the
 * identity secret, and never replaces them. Moves damaged views and sessions aside, drops views ahead of the log, and
 * reports both in the program's log.
 * @throws DataFolderError if another process uses the folder, or an irreplaceable file is missing or damaged.
 */
export function openDataFolder(directory: string, logger: Logger): DataFolder {
  const folder = resolve(directory);
  return explainTrouble(folder, () => openFolder(folder, logger));
}

/** Runs `work`, and turns errors of the disk into a DataFolderError. */
export function explainTrouble<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const trouble = error instanceof DataFolderError ? null : storageTrouble(error);
    if (trouble === 'full') {
      throw new DataFolderError(`The disk of the data folder ${folder} is full: free some space, then start again.`);
    }
    if (trouble === null) throw error;
    throw new DataFolderError(
      `Linkledger may not write the data folder ${folder} (${messageOf(error)}): give the folder and all in it to the user that runs Linkledger (chown -R), or mount it for writing, then start again.`,
    );
  }
}

function openFolder(folder: string, logger: Logger): DataFolder {
  makeFolder(folder);
  const lock = takeLock(folder);
  try {
    const path = (name: string) => join(folder, name);
    // A killed process was filling views in this file.
    removeFiles(path(DRAFT));
    const files = {
      events: path('events.db'),
      views: path('views.db'),
      sessions: path('sessions.db'),
      keys: path('keys.db'),
      durable: path('durable.db'),
    };
    for (const file of Object.values(files)) requireAccess(file);
    for (const name of ['session', 'identity'] as const) requireAccess(secretFile(folder, name));
    // A restore may omit the marker: events or keys also prove that the folder was in use.
    const isInUse = existsSync(path(MARKER)) || holds(files.events, headOf) || holds(files.keys, keyCount);
    const marker = markerOf(path(MARKER));
    const { layout } = marker;
    refuseNewerFolder(folder, marker);
    for (const name of ['events', 'keys', 'durable', 'sessions'] as const)
      refuseNewerFile(files[name], FILE_FORMATS[name]);
    if (isInUse) requireFiles(folder, [files.events, files.keys]);
    if (layout >= LAYOUT) requireFiles(folder, [files.durable]);
    refuseDamaged(files.events, checkEvents, isInUse, 'It has the whole history');
    refuseDamaged(files.keys, keysDamage, isInUse, 'It has the keys of all personal data');
    refuseDamaged(files.durable, durableDamage, layout >= LAYOUT, 'It has read marks, view counts and what was mailed');
    if (holds(files.events, headOf)) requireFiles(folder, [secretFile(folder, 'identity')]);
    if (existsSync(secretFile(folder, 'identity'))) readSecret(folder, 'identity');
    forgetUnsyncedViews(files.views, logger);
    quarantine(files.views, viewsDamage, logger, 'the views are built again from the log');
    quarantine(files.sessions, sessionsDamage, logger, 'everybody has to sign in again');
    if (!existsSync(secretFile(folder, 'identity'))) makeSecret(folder, 'identity');
    resetViewsAhead(files, logger);
    if (BOOT !== null) writeFileSync(openSince(files.views), BOOT);
    return {
      directory: folder,
      ...files,
      viewsDraft: path(DRAFT),
      secret(name) {
        if (name === 'session' && !existsSync(secretFile(folder, name))) {
          refuseOrphanedSessions(folder, files.sessions);
          makeSecret(folder, name);
        }
        return readSecret(folder, name);
      },
      markInitialized() {
        if (layout >= LAYOUT && marker.version === PROGRAM_VERSION) return;
        const created = marker.created ?? new Date().toISOString();
        writeDurably(folder, MARKER, `${JSON.stringify({ layout: LAYOUT, created, version: PROGRAM_VERSION })}\n`);
      },
      close: () => {
        if (!lock.isHeld) return;
        if (syncViews(files.views)) rmSync(openSince(files.views), { force: true });
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A file that this user may not read or write does not count as damaged. */
function requireAccess(file: string): void {
  for (const each of [file, `${file}-wal`, `${file}-shm`]) {
    if (!existsSync(each)) continue;
    try {
      accessSync(each, constants.R_OK | constants.W_OK);
    } catch (error) {
      const trouble = storageTrouble(error);
      if (trouble === 'read-only') {
        throw new DataFolderError(`${each} is on a read-only file system: mount it for writing, then start again.`);
      }
      if (trouble !== 'no-access') throw error;
      throw new DataFolderError(
        `${each} may not be read and written by the user that runs Linkledger: give the data folder to that user (chown -R), then start again.`,
      );
    }
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (storageTrouble(error) === 'full') throw error;
    throw new DataFolderError(
      `The data folder ${folder} cannot be created (${messageOf(error)}): set DATA_DIR to a folder this user may write.`,
    );
  }
}

/** Whether a process uses the data folder. Creates nothing. */
export function isInUse(folder: string): boolean {
  if (!existsSync(join(folder, LOCK))) return false;
  try {
    takeLock(folder).release();
    return false;
  } catch (error) {
    return error instanceof FolderInUseError;
  }
}

/** Locks the folder for this process. */
function takeLock(folder: string): FileLock {
  let lock: FileLock | null;
  try {
    lock = lockFile(join(folder, LOCK));
  } catch (error) {
    if (storageTrouble(error) === 'full') throw error;
    throw new DataFolderError(
      `The data folder ${folder} cannot be locked (${messageOf(error)}): set DATA_DIR to a folder this user may write.`,
    );
  }
  if (lock !== null) return lock;
  throw new FolderInUseError(
    `The data folder ${folder} is in use by another Linkledger process: stop that one first, or set DATA_DIR to another folder. ${ONE_PROCESS}`,
  );
}

function requireFiles(folder: string, files: readonly string[]): void {
  for (const file of files) {
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size !== undefined && size > 0) continue;
    throw new DataFolderError(
      `${file} is ${size === undefined ? 'missing' : 'empty'} although the data folder was in use before: ` +
        `put it back from a backup. ${TOGETHER}. To start with nothing instead, set DATA_DIR to a new folder (or move ${folder} away).`,
    );
  }
}

function refuseDamaged(
  file: string,
  look: (database: DatabaseSync) => string | null,
  isInUse: boolean,
  holds: string,
): void {
  if (!hasContent(file)) return;
  const damage = findFileDamage(file, look);
  // A killed first start leaves a file without tables, which is set up again.
  if (damage === null || (damage === NO_TABLES && !isInUse)) return;
  throw new DataFolderError(
    `${file} is damaged (${damage}). ${holds}, so it was left as it is: put back a backup of it together with its -wal file, then start again.`,
  );
}

function quarantine(
  file: string,
  look: (database: DatabaseSync) => string | null,
  logger: Logger,
  consequence: string,
): void {
  if (!existsSync(file)) {
    // A write-ahead log is useless without its database.
    removeFiles(file);
    return;
  }
  const damage = hasContent(file) ? findFileDamage(file, look) : 'it is empty';
  if (damage === null) return;
  const aside = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
  renameSync(file, aside);
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${aside}-wal`);
  removeFiles(file);
  logger.warn(
    { file, aside, damage },
    `${basename(file)} is damaged and was moved to ${basename(aside)}: ${consequence}`,
  );
}

/** Records the boot id while views.db is open; the record is removed once views.db is synced. */
function openSince(views: string): string {
  return `${views}.open`;
}

/** Views are written without syncing, so a power cut may have corrupted the file. */
function forgetUnsyncedViews(views: string, logger: Logger): void {
  const file = openSince(views);
  if (BOOT === null || !existsSync(file) || readFileSync(file, 'utf8') === BOOT) return;
  removeFiles(views);
  rmSync(file);
  logger.warn({ file: views }, 'the machine stopped while views.db was open: the views are built again from the log');
}

/** Syncs the views to the disk. If that returns false, they are built again after the machine restarts. */
function syncViews(views: string): boolean {
  try {
    return !existsSync(views) || syncDatabase(views);
  } catch {
    return false;
  }
}

/** Drops views ahead of the log: an older log was restored. */
function resetViewsAhead(files: { readonly events: string; readonly views: string }, logger: Logger): void {
  if (!existsSync(files.views) || !existsSync(files.events)) return;
  const views = readOnly(files.views, maxViewPosition);
  const events = readOnly(files.events, headOf);
  if (views <= events) return;
  removeFiles(files.views);
  logger.warn(
    { file: files.views, views, events },
    `views.db had seen ${views} events but events.db has ${events}, as after putting back a backup: the views are built again from the log`,
  );
}

interface Marker {
  /** 0 without a marker. */
  readonly layout: number;
  readonly created: string | null;
  /** The version that last used the folder; null before versions were recorded. */
  readonly version: string | null;
}

function markerOf(file: string): Marker {
  if (!existsSync(file)) return { layout: 0, created: null, version: null };
  try {
    const found: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(file, 'utf8'));
    return {
      layout: typeof found.layout === 'number' ? found.layout : 1,
      created: typeof found.created === 'string' ? found.created : null,
      version: typeof found.version === 'string' ? found.version : null,
    };
  } catch {
    return { layout: 1, created: null, version: null };
  }
}

/** A newer version may have written data that this version would misread, so it must not touch the folder. */
function refuseNewerFolder(folder: string, { layout, version }: Marker): void {
  const isNewVersion = version !== null && isNewer(version);
  if (layout <= LAYOUT && !isNewVersion) return;
  const by = version === null ? `a newer version (data layout ${layout})` : `Linkledger ${version}`;
  throw new DataFolderError(
    `The data folder ${folder} was last used by ${by}, and this is Linkledger ${PROGRAM_VERSION}, which cannot read it: ` +
      `start ${version === null ? 'that version' : `Linkledger ${version}`} or a newer one, or restore a backup of this version into another folder.`,
  );
}

function refuseNewerFile(file: string, newestFormat: number): void {
  if (!hasContent(file)) return;
  let format: number;
  try {
    format = readOnly(file, (database) => new RowStatement(database, 'PRAGMA user_version').get<[number]>()?.[0] ?? 0);
  } catch {
    // The file is damaged, which is checked next.
    return;
  }
  if (format <= newestFormat) return;
  throw new DataFolderError(
    `${file} has format ${format}, and Linkledger ${PROGRAM_VERSION} reads formats up to ${newestFormat}: ` +
      'start the newer version that wrote it, or restore a backup of this version into another folder.',
  );
}

function secretFile(folder: string, name: SecretName): string {
  return join(folder, `${name}.secret`);
}

function makeSecret(folder: string, name: SecretName): void {
  writeDurably(folder, `${name}.secret`, `${randomBytes(SECRET_BYTES).toString('hex')}\n`);
}

function readSecret(folder: string, name: SecretName): Buffer {
  const file = secretFile(folder, name);
  const text = readFileSync(file, 'utf8').trim();
  if (/^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, 'hex');
  const advice =
    name === 'session' ? `put it back from a backup. ${signOutWith(file)}` : `put it back from a backup. ${TOGETHER}`;
  throw new DataFolderError(`${file} is damaged (it is not 64 hexadecimal digits): ${advice}.`);
}

/** A new session secret would sign everybody out: the operator decides that. */
function refuseOrphanedSessions(folder: string, sessions: string): void {
  if (!holds(sessions, sessionCount)) return;
  const file = secretFile(folder, 'session');
  throw new DataFolderError(
    `${file} is missing although people are signed in: put it back from a backup, or set SESSION_SECRET if it was set before. ${signOutWith(file)}.`,
  );
}

function signOutWith(file: string): string {
  return `To sign everybody out instead, make a new one: openssl rand -hex ${SECRET_BYTES} > ${file}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
