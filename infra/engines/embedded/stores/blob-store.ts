/**
 * Blobs as files, readable only by their owner, each completely there or not at all: evidence in
 * `evidence/ab/cd/abcd…`, photos in `photos/<user id>/<hash>`.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { type BlobStore, EVIDENCE, type StoredFile } from '../../../ports/storage/blob-store.ts';

const HASH = /^[0-9a-f]{64}$/;
const NAMESPACE = /^(evidence|photos\/[\w-]{1,100})$/;
/** The suffix of a file that is still being written. */
const DRAFT = '.new';

interface IndexEntry {
  readonly bytes: number;
  /** When it was stored, in milliseconds. */
  readonly at: number;
}

/**
 * The files under `folder`, whose subfolders are created with their first file. One process uses a folder at a time.
 * @param now dates stored files.
 */
export function openBlobFiles(folder: string, now: () => Date): BlobStore {
  /** The evidence, oldest first; read from the disk at the first use, because it is listed often and may be large. */
  let evidence: Promise<Map<string, IndexEntry>> | null = null;
  const indexOf = async (namespace: string): Promise<Map<string, IndexEntry>> => {
    if (namespace !== EVIDENCE) return scan(path.join(folder, namespace));
    evidence ??= scan(path.join(folder, namespace)).catch((error: unknown) => {
      evidence = null;
      throw error;
    });
    return evidence;
  };
  const fileOf = (namespace: string, hash: string) => fileIn(folder, namespace, hash);
  const isName = (namespace: string, hash: string) => NAMESPACE.test(namespace) && HASH.test(hash);

  return {
    async put(namespace, bytes) {
      if (!NAMESPACE.test(namespace)) throw new TypeError(`${namespace} is not a blob namespace`);
      const hash = createHash('sha256').update(bytes).digest('hex');
      const file = fileOf(namespace, hash);
      const at = now();
      const index = namespace === EVIDENCE ? await indexOf(namespace) : null;
      if ((await sizeOf(file)) !== bytes.byteLength) await writeWhole(file, bytes);
      await utimes(file, at, at);
      index?.delete(hash);
      index?.set(hash, { bytes: bytes.byteLength, at: at.getTime() });
      return hash;
    },
    async get(namespace, hash) {
      return isName(namespace, hash) ? await readFile(fileOf(namespace, hash)).catch(nullIfMissing) : null;
    },
    async has(namespace, hash) {
      return isName(namespace, hash) && (await sizeOf(fileOf(namespace, hash))) !== null;
    },
    async remove(namespace, hash) {
      if (!isName(namespace, hash)) return;
      const file = fileOf(namespace, hash);
      await rm(file, { force: true });
      if (namespace === EVIDENCE) (await indexOf(namespace)).delete(hash);
      // An empty folder would still name the person.
      else await rmdir(path.dirname(file)).catch(nullIfInUse);
    },
    async list(namespace) {
      if (!NAMESPACE.test(namespace)) return [];
      return [...(await indexOf(namespace))].map(storedFile);
    },
    async size(namespace) {
      if (!NAMESPACE.test(namespace)) return 0;
      return (await indexOf(namespace)).values().reduce((sum, { bytes }) => sum + bytes, 0);
    },
  };
}

/** Reads the files under `folder` beside the process that uses it: half-written files are left alone. */
export function readBlobFiles(folder: string): Pick<BlobStore, 'list' | 'get'> {
  return {
    async list(namespace) {
      if (!NAMESPACE.test(namespace)) return [];
      const found = await filesOf(path.join(folder, namespace));
      return [...found].map(storedFile);
    },
    async get(namespace, hash) {
      if (!NAMESPACE.test(namespace) || !HASH.test(hash)) return null;
      return readFile(fileIn(folder, namespace, hash)).catch(nullIfMissing);
    },
  };
}

function fileIn(folder: string, namespace: string, hash: string): string {
  return namespace === EVIDENCE
    ? path.join(folder, namespace, hash.slice(0, 2), hash.slice(2, 4), hash)
    : path.join(folder, namespace, hash);
}

/** Writes a draft first, and renames it once every byte is on the disk. */
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

function storedFile([hash, { bytes, at }]: readonly [string, IndexEntry]): StoredFile {
  return { hash, bytes, storedAt: at };
}

/** Finds the files of a folder, oldest first, and removes the half-written files of a killed process. */
function scan(folder: string): Promise<Map<string, IndexEntry>> {
  return filesOf(folder, (draft) => rm(draft, { force: true }));
}

/** Finds the files of a folder, oldest first. */
async function filesOf(
  folder: string,
  onDraft: (file: string) => Promise<void> = async () => {},
): Promise<Map<string, IndexEntry>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nullIfMissing);
  const found: [string, IndexEntry][] = [];
  for (const entry of entries ?? []) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    if (entry.name.endsWith(DRAFT)) await onDraft(file);
    if (!HASH.test(entry.name)) continue;
    const status = await stat(file).catch(nullIfMissing);
    if (status !== null) found.push([entry.name, { bytes: status.size, at: status.mtimeMs }]);
  }
  return new Map(found.sort(([, a], [, b]) => a.at - b.at));
}

async function sizeOf(file: string): Promise<number | null> {
  const found = await stat(file).catch(nullIfMissing);
  return found?.isFile() ? found.size : null;
}

function nullIfInUse(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY') return null;
  return nullIfMissing(error);
}

function nullIfMissing(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  throw error;
}
