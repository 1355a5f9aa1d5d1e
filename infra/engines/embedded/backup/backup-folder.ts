/**
 * A folder of backups:
 *
 *     files/ab/cd/abcd…                 evidence and photos by their SHA-256, each once for all backups
 *     2026-11-23T08-00-00-000Z/         one backup: the databases and secrets, and manifest.json, written last
 *     2026-11-23T09-00-00-000Z.partial/ one that was interrupted
 */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type FileLock, lockFile } from '../sqlite/file-lock.ts';
import { BackupError, MANIFEST, type Manifest, type ManifestFile, readManifest, SHARED } from './manifest.ts';

const PARTIAL = '.partial';
const DRAFT = '.new';
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
const LOCK = 'lock.db';

/** The name of the backup made at a moment. Names sort by time. */
export function nameOf(created: Date): string {
  return created.toISOString().replaceAll(/[:.]/g, '-');
}

/** The complete backups in a folder, oldest first; empty if the folder does not exist. */
export async function listBackups(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(noneIfMissing);
  return entries.flatMap((entry) => (entry.isDirectory() && NAME.test(entry.name) ? entry.name : [])).sort();
}

/** The path of a backup’s file; `backup` is the folder with the manifest. */
export function filePathOf(backup: string, { path: name, sha256, shared }: ManifestFile): string {
  return shared ? sharedPath(path.dirname(backup), sha256) : path.join(backup, name);
}

function sharedPath(folder: string, sha256: string): string {
  return path.join(folder, SHARED, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
}

/** SHA-256 of a file in hex, and its size. */
export async function hashFile(file: string): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Free bytes on the disk of a folder that exists. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** A folder of backups that only this process writes. */
export class BackupFolder {
  readonly folder: string;
  readonly #lock: FileLock;
  /** Folders with new names that may not be synced to the disk yet. */
  readonly #unsynced = new Set<string>();

  private constructor(folder: string, lock: FileLock) {
    this.folder = folder;
    this.#lock = lock;
  }

  /**
   * Creates the folder if it is missing, and removes what interrupted backups left, except their evidence.
   * @throws BackupError if another backup writes to it.
   */
  static async open(folder: string): Promise<BackupFolder> {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code !== 'EEXIST' && code !== 'ENOTDIR') throw error;
      throw new BackupError(`${folder} is a file, or below one: name a folder, or an archive that ends in .tar.zst.`);
    });
    const lock = lockFile(path.join(folder, LOCK));
    if (lock === null) {
      throw new BackupError(
        `Another backup is being written to ${folder}: wait until it ends, or choose another folder.`,
      );
    }
    const left = (await readdir(folder)).filter(
      (name) => name.endsWith(PARTIAL) && NAME.test(name.slice(0, -PARTIAL.length)),
    );
    for (const name of left) await rm(path.join(folder, name), { recursive: true });
    return new BackupFolder(folder, lock);
  }

  close(): void {
    this.#lock.release();
  }

  /** Whether the file is already there, as far as its size tells. */
  async hasShared(sha256: string, bytes: number): Promise<boolean> {
    const found = await stat(sharedPath(this.folder, sha256)).catch(() => null);
    return found?.size === bytes;
  }

  /** Stores a file under its hash, and returns the hash. */
  async putShared(bytes: Uint8Array): Promise<string> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (await this.hasShared(sha256, bytes.byteLength)) return sha256;
    const file = sharedPath(this.folder, sha256);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${randomBytes(4).toString('hex')}${DRAFT}`;
    await writeFile(draft, bytes, { mode: 0o600, flush: true });
    await rename(draft, file);
    for (let folder = path.dirname(file); folder.length >= this.folder.length; folder = path.dirname(folder))
      this.#unsynced.add(folder);
    return sha256;
  }

  /** Writes the names of all shared files to the disk. */
  async syncShared(): Promise<void> {
    for (const folder of this.#unsynced) await sync(folder);
    this.#unsynced.clear();
  }

  /** Begins a backup. */
  async begin(created: Date): Promise<Draft> {
    const target = path.join(this.folder, nameOf(created));
    await mkdir(target + PARTIAL, { mode: 0o700 });
    return new Draft(target, target + PARTIAL);
  }

  /**
   * Removes all but the newest `keep` backups, and evidence that no backup needs.
   * @returns the names of the removed backups.
   */
  async prune(keep: number): Promise<readonly string[]> {
    const all = await listBackups(this.folder);
    const removed = all.slice(0, Math.max(0, all.length - keep));
    for (const name of removed) {
      // A folder without its manifest does not count as a backup, should this be interrupted.
      await rm(path.join(this.folder, name, MANIFEST), { force: true });
      await rm(path.join(this.folder, name), { recursive: true });
    }
    if (removed.length > 0) await this.#sweep(all.slice(removed.length));
    return removed;
  }

  async #sweep(backups: readonly string[]): Promise<void> {
    const needed = new Set<string>();
    for (const name of backups) {
      // A backup that cannot be read may need any file.
      const found = await readManifest(path.join(this.folder, name)).catch(() => null);
      if (found === null) return;
      for (const { sha256, shared } of found.files) if (shared) needed.add(sha256);
    }
    const files = await readdir(path.join(this.folder, SHARED), { recursive: true, withFileTypes: true }).catch(
      noneIfMissing,
    );
    for (const entry of files) {
      if (entry.isFile() && !needed.has(entry.name)) await rm(path.join(entry.parentPath, entry.name), { force: true });
    }
  }
}

/** A backup that is being written. */
class Draft {
  /** The folder of the backup once it is complete. */
  readonly target: string;
  readonly #folder: string;

  constructor(target: string, folder: string) {
    this.target = target;
    this.#folder = folder;
  }

  /** Where to write a file of this name. */
  pathOf(name: string): string {
    return path.join(this.#folder, name);
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await writeFile(this.pathOf(name), bytes, { mode: 0o600, flush: true });
  }

  /** Writes the manifest, and gives the backup its name once everything is on the disk. */
  async complete(manifest: Manifest): Promise<void> {
    await this.put(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    await sync(this.#folder);
    await rename(this.#folder, this.target);
    await sync(path.dirname(this.target));
  }

  async discard(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Writes a file, or the names in a folder, to the disk. */
export async function sync(name: string): Promise<void> {
  const handle = await open(name, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function noneIfMissing(error: unknown): [] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}
