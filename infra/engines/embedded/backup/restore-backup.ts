/** Restores a backup into a new data folder: everything is verified before the folder gets its name. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { storageTrouble } from '../../../ports/storage/storage-trouble.ts';
import { headOf, keysDamage } from '../folder/content-check.ts';
import { isInUse, LAYOUT } from '../folder/data-folder.ts';
import { isNewer, PROGRAM_VERSION } from '../folder/program-version.ts';
import { connect, findDamagedPages } from '../sqlite/database.ts';
import { isArchive, unpackArchive } from './archive.ts';
import { filePathOf, freeBytes, hashFile, listBackups, sync } from './backup-folder.ts';
import { nullIfMissing } from './data-files.ts';
import { type Unlocking, unseal } from './key-protection.ts';
import { BackupError, KEY_FILES, type Manifest, type ManifestFile, readManifest, SEALED_KEYS } from './manifest.ts';
import { formatMegabytes } from './take-backup.ts';

export interface RestoreRequest {
  /** A backup, a folder of backups (which means its newest), or an archive. */
  readonly from: string;
  /** The data folder to create: missing or empty. */
  readonly to: string;
  /** A backup with the keys, if `from` lacks them. */
  readonly keysFrom: string | null;
  readonly unlocking: Unlocking;
  readonly onProgress?: (done: number) => void;
  /** Inspects the folder before it gets its name; its findings are reported and stop nothing. */
  readonly inspect?: (folder: string) => Promise<readonly string[]>;
}

/** What was verified or restored. */
export interface RestoreSummary {
  readonly backup: string;
  readonly created: string;
  /** The version that made the backup. */
  readonly linkledger: string;
  /** The position of the last event; null: only the keys. */
  readonly head: number | null;
  readonly files: number;
  readonly bytes: number;
  /** What the inspection found. */
  readonly problems: readonly string[];
}

interface FoundBackup {
  /** The folder with its manifest. */
  readonly folder: string;
  readonly manifest: Manifest;
}

const STAGING = '.restoring';
/** The entries that a newly mounted disk has at its top. */
const NO_DATA = new Set(['lost+found']);

/**
 * Restores a backup. The folder `to` is created completely or not at all. Views are not in a backup: the first start
 * builds them from the log.
 * @throws BackupError: the message says what to do.
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreSummary> {
  const to = path.resolve(request.to);
  try {
    const isMount = await requireEmpty(to);
    await mkdir(path.dirname(to), { recursive: true });
    // On a separate disk, a rename can move the files only within that disk.
    const staging = isMount ? path.join(to, STAGING) : to + STAGING;
    await rm(staging, { recursive: true, force: true });
    const unpacked = `${staging}-archive`;
    try {
      const found = await findBackup(request.from, unpacked);
      const keys = await findKeys(request, found, `${unpacked}-keys`);
      const summary = await fill(staging, found, keys, request);
      const problems = (await request.inspect?.(staging)) ?? [];
      await (isMount ? moveInto(staging, to) : giveName(staging, to));
      return { ...summary, problems };
    } finally {
      for (const left of [staging, unpacked, `${unpacked}-keys`]) await rm(left, { recursive: true, force: true });
    }
  } catch (error) {
    throw explained(error, to);
  }
}

/**
 * Compares every file of a backup with its hash, and inspects its log. Writes nothing outside the backup's draft.
 * @throws BackupError naming the first file that is missing or changed.
 */
export async function checkBackup(from: string, onProgress?: (done: number) => void): Promise<RestoreSummary> {
  const temporary = await mkdtemp(path.join(os.tmpdir(), 'linkledger-check-'));
  try {
    const found = await findBackup(from, temporary);
    for (const [index, file] of found.manifest.files.entries()) {
      const filePath = filePathOf(found.folder, file);
      requireSame(file, filePath, await hashFile(filePath).catch(nullIfMissing));
      onProgress?.((index + 1) / found.manifest.files.length);
    }
    if (found.manifest.head !== null) requireLog(path.join(found.folder, 'events.db'), found.manifest);
    return summaryOf(found);
  } catch (error) {
    throw explained(error, temporary);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Whether the folder is the top of a separate disk. @throws BackupError if it has other content. */
async function requireEmpty(to: string): Promise<boolean> {
  const found = await stat(to).catch(nullIfMissing);
  if (found === null) return false;
  if (!found.isDirectory()) throw new BackupError(`${to} is a file: name a new folder with --to.`);
  const names = (await readdir(to)).filter((name) => !NO_DATA.has(name) && name !== STAGING);
  if (names.length > 0) {
    if (isInUse(to)) {
      throw new BackupError(
        `${to} is used by a running Linkledger: restore into another folder with --to, stop the server, and set DATA_DIR to that folder.`,
      );
    }
    throw new BackupError(
      `${to} is not empty, and a restore overwrites nothing: move it away (mv ${to} ${to}.old), or name another folder with --to.`,
    );
  }
  return found.dev !== (await stat(path.dirname(to))).dev;
}

/** Finds the wanted backup. An archive is unpacked into `unpacked`. */
async function findBackup(from: string, unpacked: string): Promise<FoundBackup> {
  const found = await stat(from).catch(nullIfMissing);
  if (found === null)
    throw new BackupError(`${from} does not exist: name a backup, a folder of backups or an archive.`);
  if (found.isFile()) {
    if (!isArchive(from)) throw new BackupError(`${from} is no backup: an archive ends in .tar, .tar.gz or .tar.zst.`);
    await unpackArchive(from, unpacked);
    return newest(from, unpacked);
  }
  const names = await readdir(from);
  if (names.includes('manifest.json')) return readBackup(path.resolve(from));
  return newest(from, path.resolve(from));
}

async function newest(from: string, folder: string): Promise<FoundBackup> {
  const name = (await listBackups(folder)).at(-1);
  if (name === undefined) throw new BackupError(`${from} has no complete backup: choose another folder.`);
  return readBackup(path.join(folder, name));
}

async function readBackup(folder: string): Promise<FoundBackup> {
  const manifest = await readManifest(folder);
  if (manifest.layout > LAYOUT || isNewer(manifest.linkledger)) {
    throw new BackupError(
      `${folder} was made by Linkledger ${manifest.linkledger}, and this is Linkledger ${PROGRAM_VERSION}, which cannot read its data: restore it with that version or a newer one.`,
    );
  }
  return { folder, manifest };
}

/** The backup with the keys. */
async function findKeys({ keysFrom }: RestoreRequest, log: FoundBackup, unpacked: string): Promise<FoundBackup> {
  if (log.manifest.head === null) {
    throw new BackupError(`${log.folder} has only the keys: name a backup of the log, and this one with --keys.`);
  }
  if (keysFrom === null) {
    if (log.manifest.keys !== 'left out') return log;
    throw new BackupError(
      `${log.folder} was made without the keys, and nobody can read personal data without them: name a backup with the keys with --keys.`,
    );
  }
  const keys = await findBackup(keysFrom, unpacked);
  if (keys.manifest.keys === 'left out')
    throw new BackupError(`${keysFrom} was made without the keys, too: name another backup with --keys.`);
  if (keys.manifest.created < log.manifest.created) {
    throw new BackupError(
      `The keys in ${keysFrom} (${keys.manifest.created}) are older than the log (${log.manifest.created}), which may have data of people who came later: name newer keys with --keys.`,
    );
  }
  return keys;
}

/** Writes the files of a backup into a new folder, and compares each with its hash. */
async function fill(folder: string, log: FoundBackup, keys: FoundBackup, request: RestoreRequest) {
  const isKey = ({ path: name }: ManifestFile) => name === SEALED_KEYS || KEY_FILES.some((each) => each === name);
  const wanted = [
    ...log.manifest.files.filter((file) => !isKey(file)).map((file) => ({ file, of: log })),
    ...keys.manifest.files.filter(isKey).map((file) => ({ file, of: keys })),
  ];
  const needed = wanted.reduce((sum, { file }) => sum + file.bytes, 0);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const free = await freeBytes(folder);
  if (needed > free) {
    throw new BackupError(
      `The backup needs ${formatMegabytes(needed)} on the disk of ${folder}, which has ${formatMegabytes(free)}: free some space, or restore to another disk with --to. Nothing was restored.`,
    );
  }
  const folders = new Set<string>();
  for (const [index, { file, of }] of wanted.entries()) {
    const source = filePathOf(of.folder, file);
    if (file.path === SEALED_KEYS) {
      const sealed = await readFile(source).catch(nullIfMissing);
      requireSame(file, source, sealed === null ? null : hashBytes(sealed));
      const opened = sealed === null ? [] : await unseal(sealed, request.unlocking);
      for (const { name, bytes } of opened) {
        if (KEY_FILES.some((each) => each === name))
          await writeFile(path.join(folder, name), bytes, { mode: 0o600, flush: true });
      }
    } else {
      const target = path.join(folder, file.path);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      folders.add(path.dirname(target));
      requireSame(file, source, await copyFile(source, target));
      if (file.modified !== null) await utimes(target, new Date(file.modified), new Date(file.modified));
    }
    request.onProgress?.((index + 1) / wanted.length);
  }
  requireLog(path.join(folder, 'events.db'), log.manifest);
  requireKeys(path.join(folder, 'keys.db'));
  for (const each of folders) await sync(each);
  return { ...summaryOf(log), files: wanted.length, bytes: needed };
}

/** null: the file does not exist. */
async function copyFile(source: string, target: string) {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Uint8Array, _, done) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      done(null, chunk);
    },
  });
  if ((await stat(source).catch(nullIfMissing)) === null) return null;
  await pipeline(
    createReadStream(source, { highWaterMark: 1024 * 1024 }),
    measure,
    createWriteStream(target, { mode: 0o600, flush: true }),
  );
  return { sha256: hash.digest('hex'), bytes };
}

function hashBytes(bytes: Uint8Array) {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.byteLength };
}

function requireSame(
  file: ManifestFile,
  filePath: string,
  found: { readonly sha256: string; readonly bytes: number } | null,
): void {
  if (found?.sha256 === file.sha256) return;
  const fault =
    found === null
      ? 'is missing'
      : found.bytes === file.bytes
        ? 'was changed: its SHA-256 differs from the manifest'
        : `was changed: it has ${found.bytes} bytes where ${file.bytes} belong`;
  throw new BackupError(`${filePath} ${fault}. Nothing was restored: choose another backup.`);
}

/** Checks that the log is complete and ends as the manifest says. */
function requireLog(file: string, { head }: Manifest): void {
  const database = connect(file, { readOnly: true });
  try {
    const damage = findDamagedPages(database);
    const position = headOf(database);
    if (damage === null && position === head?.position) return;
    throw new BackupError(
      `The log of the backup does not fit (${damage ?? `it ends at event ${position}, not at ${head?.position}`}): choose another backup.`,
    );
  } finally {
    database.close();
  }
}

function requireKeys(file: string): void {
  const database = connect(file, { readOnly: true });
  try {
    const damage = findDamagedPages(database) ?? keysDamage(database);
    if (damage !== null)
      throw new BackupError(`The keys of the backup are damaged (${damage}): choose another backup.`);
  } finally {
    database.close();
  }
}

async function giveName(staging: string, to: string): Promise<void> {
  // If somebody filled the folder meanwhile, this fails and the folder stays unchanged.
  await rmdir(to).catch(nullIfMissing);
  await rename(staging, to);
  await sync(path.dirname(to));
}

/** Moves the log last: without it, the start refuses the folder, should this be interrupted. */
async function moveInto(staging: string, to: string): Promise<void> {
  const names = await readdir(staging);
  for (const name of [...names.filter((each) => each !== 'events.db'), 'events.db'])
    await rename(path.join(staging, name), path.join(to, name));
  await rmdir(staging);
  await sync(to);
}

function summaryOf({ folder, manifest }: FoundBackup): RestoreSummary {
  const { created, linkledger, head, files } = manifest;
  return {
    ...{ backup: folder, created, linkledger, head: head?.position ?? null, files: files.length },
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    problems: [],
  };
}

function explained(error: unknown, to: string): unknown {
  if (error instanceof BackupError) return error;
  const trouble = storageTrouble(error);
  if (trouble === null) return error;
  return new BackupError(
    trouble === 'full'
      ? `The disk of ${to} is full: free some space, or restore to another disk with --to. Nothing was restored.`
      : `The backup cannot be restored to ${to} (${error instanceof Error ? error.message : error}): run it as the user that runs Linkledger, who must read the backup and write the folder. Nothing was restored.`,
  );
}
