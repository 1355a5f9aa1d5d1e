/** Evidence and photos on the disk, in a data folder. */
import { type Dirent, existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** The folders of files that have their hash as name. */
const FOLDERS = ['evidence', 'photos'] as const;
const HASH = /^[0-9a-f]{64}$/;

export interface DataFile {
  /** Relative to the data folder, with slashes. */
  readonly path: string;
  /** The SHA-256 in its name. */
  readonly hash: string;
  readonly bytes: number;
  readonly modified: Date;
}

/** The files, in any order, without those that are removed meanwhile. */
export async function listDataFiles(dataDir: string): Promise<readonly DataFile[]> {
  const found: DataFile[] = [];
  for (const folder of FOLDERS) {
    for (const entry of await entriesOf(path.join(dataDir, folder))) {
      if (!entry.isFile() || !HASH.test(entry.name)) continue;
      const file = path.join(entry.parentPath, entry.name);
      const facts = await stat(file).catch(nullIfMissing);
      if (facts === null) continue;
      found.push({
        path: path.relative(dataDir, file).replaceAll(path.sep, '/'),
        hash: entry.name,
        bytes: facts.size,
        modified: facts.mtime,
      });
    }
  }
  return found;
}

/** A person's folder that is removed during the search ends the search: it is repeated. */
async function entriesOf(folder: string, tries = 5): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    nullIfMissing(error);
    if (!existsSync(folder)) return [];
    if (tries === 1) throw error;
    return entriesOf(folder, tries - 1);
  }
}

/** For `catch`: null if the file or folder does not exist. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
  throw error;
}
