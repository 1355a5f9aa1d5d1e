/**
 * Takes a consistent backup of a data folder while a server uses it. A restored backup has the evidence, the photos and
 * the keys of each of its events: evidence and photos are copied before the moment of the log, and later ones right
 * after it; keys are read after the log.
 */
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { storageTrouble } from '../../../ports/storage/storage-trouble.ts';
import { LAYOUT } from '../folder/data-folder.ts';
import { connect, findDamagedPages } from '../sqlite/database.ts';
import { isArchive, packArchive } from './archive.ts';
import { BackupFolder, freeBytes, hashFile, sync } from './backup-folder.ts';
import { type DataFile, listDataFiles, nullIfMissing } from './data-files.ts';
import { type KeyProtection, type NamedBytes, requireUsable, seal } from './key-protection.ts';
import { BackupError, type KeysState, type ManifestFile, newManifest, SEALED_KEYS } from './manifest.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';

export interface BackupRequest {
  readonly dataDir: string;
  /** A folder of backups, or an archive: a file that ends in .tar, .tar.gz or .tar.zst. */
  readonly to: string;
  readonly keys: KeyProtection;
  /** How many backups stay in the folder; null: all. */
  readonly keep: number | null;
  /** Only the keys, to store them separately. */
  readonly onlyKeys?: boolean;
  readonly now: () => Date;
  /** Called between two files and at each step of the log. */
  readonly onProgress?: (phase: 'pictures' | 'log', done: number) => void;
}

/** What was backed up. */
export interface BackupSummary {
  /** The folder of the backup, or the archive. */
  readonly place: string;
  readonly created: string;
  /** The position of the last event; null: only the keys. */
  readonly head: number | null;
  readonly files: number;
  readonly bytes: number;
  /** Bytes of evidence and photos that were in an earlier backup. */
  readonly reusedBytes: number;
  readonly keys: KeysState;
  /** The names of older backups that were removed. */
  readonly removed: readonly string[];
  /** Evidence and photos whose bytes do not match the hash in their name. */
  readonly damaged: readonly string[];
  readonly seconds: number;
}

const LOG = 'events.db';
/** The longest pause between two files, in milliseconds. */
const MAX_PAUSE_MS = 50;
/** The bytes that stay free on the disk of the backups. */
const RESERVE = 16 * 1024 ** 2;

/**
 * Takes a backup. An interrupted backup never counts as complete, and the next backup reuses its evidence.
 * @throws BackupError: the message says what to do.
 */
export async function takeBackup(request: BackupRequest): Promise<BackupSummary> {
  requireUsable(request.keys);
  const start = performance.now();
  try {
    const { to } = request;
    const summary = isArchive(to) ? await toArchive(request) : await toFolder(request, to);
    return { ...summary, seconds: (performance.now() - start) / 1_000 };
  } catch (error) {
    const trouble = error instanceof BackupError ? null : storageTrouble(error);
    if (trouble === 'full') {
      throw new BackupError(
        `The disk of ${request.to} is full: free some space there, or keep fewer backups. No backup was made.`,
      );
    }
    if (trouble !== null) {
      throw new BackupError(
        `${request.to} cannot be written (${error instanceof Error ? error.message : error}): choose a folder that this user may write.`,
      );
    }
    throw error;
  }
}

type Summary = Omit<BackupSummary, 'seconds'>;

/** Packs an archive from a folder beside it, which an interrupted backup leaves for the next. */
async function toArchive(request: BackupRequest): Promise<Summary> {
  const { to } = request;
  if (request.keep !== null)
    throw new BackupError('--keep is for a folder of backups: an archive is one backup. Omit it, or name a folder.');
  await mkdir(path.dirname(to), { recursive: true });
  const staging = `${to}.parts`;
  const summary = await toFolder({ ...request, keep: 1 }, staging);
  await packArchive(staging, path.basename(summary.place), `${to}.partial`);
  await rename(`${to}.partial`, to);
  await sync(path.dirname(path.resolve(to)));
  await rm(staging, { recursive: true });
  return { ...summary, place: to, removed: [] };
}

async function toFolder(request: BackupRequest, to: string): Promise<Summary> {
  refuseInside(request.dataDir, to);
  // Checks this before a folder is created in vain.
  openSnapshot(request.dataDir).close();
  const backups = await BackupFolder.open(to);
  try {
    return await new Backup(request, backups).take();
  } finally {
    backups.close();
  }
}

function refuseInside(dataDir: string, to: string): void {
  const way = path.relative(path.resolve(dataDir), path.resolve(to));
  if (way.startsWith('..') || path.isAbsolute(way)) return;
  throw new BackupError(`${to} is inside the data folder ${dataDir}: choose another folder, ideally on another disk.`);
}

class Backup {
  readonly #request: BackupRequest;
  readonly #backups: BackupFolder;
  /** The stored files of the data folder, by path. */
  readonly #stored = new Map<string, ManifestFile>();
  readonly #damaged = new Set<string>();
  #reused = 0;

  constructor(request: BackupRequest, backups: BackupFolder) {
    this.#request = request;
    this.#backups = backups;
  }

  async take(): Promise<Summary> {
    const { onlyKeys = false, now } = this.#request;
    // Most of the work is done before the moment of the backup, to keep that moment short.
    const before = onlyKeys ? [] : await this.#storeTwice();
    const created = now();
    const snapshot = openSnapshot(this.#request.dataDir);
    try {
      return onlyKeys ? await this.#keepKeys(snapshot, created) : await this.#keepAll(snapshot, created, before);
    } finally {
      snapshot.close();
    }
  }

  /** The second round is short: it stores what came during the first. */
  async #storeTwice(): Promise<readonly DataFile[]> {
    await this.#storeFiles();
    return this.#storeFiles();
  }

  async #keepAll(snapshot: Snapshot, created: Date, before: readonly DataFile[]): Promise<Summary> {
    const { keep, onProgress } = this.#request;
    const small = await snapshot.takeSmallFiles();
    const after = await this.#storeFiles();
    const pictures = new Set([...before, ...after].map((file) => file.path));
    await this.#requireSpace(snapshot.largeBytes);
    const draft = await this.#backups.begin(created);
    try {
      for (const { name, bytes } of small.otherFiles) await draft.put(name, bytes);
      const keys = await this.#putKeys(draft, small.keys);
      for (const name of snapshot.large) {
        await snapshot.copy(name, draft.pathOf(name), (done) => name === LOG && onProgress?.('log', done));
        requireWhole(name, draft.pathOf(name));
      }
      snapshot.close();
      const names = [...small.otherFiles.map(({ name }) => name), ...keys.names, ...snapshot.large];
      const own = await Promise.all(names.map(async (name) => describeOwn(name, draft.pathOf(name))));
      const files = [...own, ...[...pictures].flatMap((name) => this.#stored.get(name) ?? [])];
      await this.#backups.syncShared();
      await draft.complete(
        newManifest({
          ...{ created: created.toISOString(), layout: LAYOUT, head: snapshot.head },
          keys: keys.state,
          files,
        }),
      );
      const removed = keep === null ? [] : await this.#backups.prune(keep);
      return this.#summary(draft.target, created, snapshot.head.position, files, keys.state, removed);
    } catch (error) {
      await draft.discard();
      throw error;
    }
  }

  async #keepKeys(snapshot: Snapshot, created: Date): Promise<Summary> {
    const { keep } = this.#request;
    const small = await snapshot.takeSmallFiles();
    snapshot.close();
    const draft = await this.#backups.begin(created);
    try {
      const keys = await this.#putKeys(draft, small.keys);
      const files = await Promise.all(keys.names.map(async (name) => describeOwn(name, draft.pathOf(name))));
      await draft.complete(
        newManifest({ ...{ created: created.toISOString(), layout: LAYOUT, head: null }, keys: keys.state, files }),
      );
      const removed = keep === null ? [] : await this.#backups.prune(keep);
      return this.#summary(draft.target, created, null, files, keys.state, removed);
    } catch (error) {
      await draft.discard();
      throw error;
    }
  }

  #summary(
    place: string,
    created: Date,
    head: number | null,
    files: readonly ManifestFile[],
    keys: KeysState,
    removed: readonly string[],
  ): Summary {
    return {
      ...{ place, created: created.toISOString(), head, files: files.length, keys, removed },
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      reusedBytes: this.#reused,
      damaged: [...this.#damaged].sort(),
    };
  }

  /** Stores the keys as the request says, and returns the names of the written files. */
  async #putKeys(
    draft: { put(name: string, bytes: Uint8Array): Promise<void> },
    files: readonly NamedBytes[],
  ): Promise<{ readonly state: KeysState; readonly names: readonly string[] }> {
    const { keys } = this.#request;
    switch (keys.kind) {
      case 'left out':
        return { state: 'left out', names: [] };
      case 'plain':
        for (const { name, bytes } of files) await draft.put(name, bytes);
        return { state: 'plain', names: files.map(({ name }) => name) };
      case 'recipient':
      case 'passphrase':
        await draft.put(SEALED_KEYS, await seal(files, keys));
        return { state: 'encrypted', names: [SEALED_KEYS] };
      default: {
        const _: never = keys;
        return _;
      }
    }
  }

  /** Stores evidence and photos that are not stored yet. Returns all existing files. */
  async #storeFiles(): Promise<readonly DataFile[]> {
    const { dataDir, onProgress } = this.#request;
    const files = await listDataFiles(dataDir);
    const missing = files.filter((file) => !this.#stored.has(file.path));
    let needed = 0;
    for (const file of missing) if (!(await this.#backups.hasShared(file.hash, file.bytes))) needed += file.bytes;
    await this.#requireSpace(needed);
    for (const [index, file] of missing.entries()) {
      const stored = await this.#storeFile(file);
      if (stored !== null) this.#stored.set(file.path, stored);
      onProgress?.('pictures', (index + 1) / missing.length);
    }
    return files;
  }

  /** null if the file was removed meanwhile. */
  async #storeFile({ path: name, hash, bytes, modified }: DataFile): Promise<ManifestFile | null> {
    const facts = { path: name, modified: modified.toISOString(), shared: true };
    if (await this.#backups.hasShared(hash, bytes)) {
      this.#reused += bytes;
      return { ...facts, bytes, sha256: hash };
    }
    const content = await readFile(path.join(this.#request.dataDir, name)).catch(nullIfMissing);
    if (content === null) return null;
    const start = performance.now();
    const sha256 = await this.#backups.putShared(content);
    // Both backup and server sync files to the disk: the server gets at least every second turn.
    await pause(Math.min(MAX_PAUSE_MS, performance.now() - start));
    if (sha256 !== hash) this.#damaged.add(name);
    return { ...facts, bytes: content.byteLength, sha256 };
  }

  async #requireSpace(bytes: number): Promise<void> {
    const free = await freeBytes(this.#backups.folder);
    if (bytes + RESERVE <= free) return;
    throw new BackupError(
      `The backup needs ${formatMegabytes(bytes + RESERVE)} more on the disk of ${this.#backups.folder}, which has ${formatMegabytes(free)}: ` +
        'free some space there, or keep fewer backups. No backup was made.',
    );
  }
}

async function describeOwn(name: string, file: string): Promise<ManifestFile> {
  return { path: name, ...(await hashFile(file)), modified: null, shared: false };
}

/** Copies a damaged database unchanged: nobody should mistake the copy for a backup. */
function requireWhole(name: string, file: string): void {
  const copy = connect(file, { readOnly: true });
  try {
    const damage = findDamagedPages(copy);
    if (damage === null) return;
    throw new BackupError(
      `${name} is damaged (${damage}). No backup was made; keep the earlier ones, and restore the newest of them.`,
    );
  } finally {
    copy.close();
  }
}

/** A number of bytes for people. */
export function formatMegabytes(bytes: number): string {
  return bytes < 1024 ** 2 ? `${Math.ceil(bytes / 1024)} kB` : `${Math.ceil(bytes / 1024 ** 2)} MB`;
}
