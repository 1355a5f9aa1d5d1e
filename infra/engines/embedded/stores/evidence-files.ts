/** Evidence as files: `<folder>/ab/cd/abcd…`, readable for their owner only, there completely or not at all. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { EvidenceStore } from '../../../ports/evidence-store.ts';

const HASH = /^[0-9a-f]{64}$/;
/** Ends the name of a file that is still being written. */
const DRAFT = '.new';

interface IndexEntry {
  readonly bytes: number;
  /** When it was kept, in milliseconds. */
  readonly at: number;
}

/**
 * The files under `folder`, which is made with the first of them. One process uses a folder at a time.
 * @param now dates what is kept.
 */
export function openEvidenceFiles(folder: string, now: () => Date): EvidenceStore {
  /** What there is, oldest first; read from the disk when it is first asked for. */
  let index: Promise<Map<string, IndexEntry>> | null = null;
  const known = () => {
    index ??= scan(folder).catch((error: unknown) => {
      index = null;
      throw error;
    });
    return index;
  };
  const fileOf = (hash: string) => path.join(folder, hash.slice(0, 2), hash.slice(2, 4), hash);

  return {
    async put(bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex');
      const file = fileOf(hash);
      const all = await known();
      const at = now();
      if (!all.has(hash) || (await sizeOf(file)) !== bytes.byteLength) await writeWhole(file, bytes);
      await utimes(file, at, at);
      all.delete(hash);
      all.set(hash, { bytes: bytes.byteLength, at: at.getTime() });
      return hash;
    },
    async get(hash) {
      return HASH.test(hash) ? await readFile(fileOf(hash)).catch(nullIfMissing) : null;
    },
    async has(hash) {
      return HASH.test(hash) && (await sizeOf(fileOf(hash))) !== null;
    },
    async remove(hash) {
      if (!HASH.test(hash)) return;
      await rm(fileOf(hash), { force: true });
      (await known()).delete(hash);
    },
    async list() {
      return [...(await known())].map(([hash, { bytes }]) => ({ hash, bytes }));
    },
  };
}

/** Writes under another name first, and gives it its own once every byte is on the disk. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(4).toString('hex')}${DRAFT}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

/** Finds what is kept and removes what a killed process left half-written. */
async function scan(folder: string): Promise<Map<string, IndexEntry>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nullIfMissing);
  const found: [string, IndexEntry][] = [];
  for (const entry of entries ?? []) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    if (entry.name.endsWith(DRAFT)) await rm(file, { force: true });
    if (!HASH.test(entry.name)) continue;
    const { size, mtimeMs } = await stat(file);
    found.push([entry.name, { bytes: size, at: mtimeMs }]);
  }
  return new Map(found.sort(([, a], [, b]) => a.at - b.at));
}

async function sizeOf(file: string): Promise<number | null> {
  const found = await stat(file).catch(nullIfMissing);
  return found?.isFile() ? found.size : null;
}

function nullIfMissing(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  throw error;
}
