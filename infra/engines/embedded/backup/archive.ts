/** One backup as a tar archive, compressed if its name says so. It has the same files as a folder of backups. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { packTar, type TarSource, unpackTar } from 'modern-tar/fs';
import { filePathOf, sync } from './backup-folder.ts';
import { BackupError, MANIFEST, readManifest } from './manifest.ts';

const ENDINGS = /\.(tar|tar\.gz|tgz|tar\.zst)$/;
/** In bytes. Larger chunks cost memory and gain nothing. */
const CHUNK = 256 * 1024;

/** Whether the name belongs to an archive. */
export function isArchive(name: string): boolean {
  return ENDINGS.test(name);
}

/** Packs a backup of a folder into `draft`, whose name is the archive's name with `.partial`. */
export async function packArchive(folder: string, name: string, draft: string): Promise<void> {
  const backup = path.join(folder, name);
  const { files } = await readManifest(backup);
  const sources: TarSource[] = [];
  const written = new Set<string>();
  for (const file of files) {
    const source = filePathOf(backup, file);
    // Two evidence files may have the same content.
    if (written.has(source)) continue;
    written.add(source);
    sources.push({ type: 'file', source, target: path.relative(folder, source), mode: 0o600 });
  }
  sources.push({ type: 'file', source: path.join(backup, MANIFEST), target: path.join(name, MANIFEST), mode: 0o600 });
  await rm(draft, { force: true });
  const target = createWriteStream(draft, { mode: 0o600, highWaterMark: CHUNK });
  await pipeline(packTar(sources, { concurrency: 2 }), compression(draft), target);
  await sync(draft);
}

function compression(name: string): Transform {
  if (/gz\.partial$/.test(name)) return createGzip();
  return /\.zst\.partial$/.test(name) ? createZstdCompress() : new PassThrough();
}

/**
 * Unpacks an archive into a folder of backups.
 * @throws BackupError if the archive is cut short, or the file is not an archive.
 */
export async function unpackArchive(archive: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const isWanted = (type: string | undefined) => type === undefined || type === 'file' || type === 'directory';
  const target = unpackTar(folder, {
    ...{ fmode: 0o600, dmode: 0o700, maxDepth: 8, strict: true, concurrency: 2 },
    filter: ({ type }) => isWanted(type),
  });
  try {
    await pipeline(createReadStream(archive, { highWaterMark: CHUNK }), decompression(archive), target);
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    throw new BackupError(
      `${archive} is damaged or cut short (${error instanceof Error ? error.message : error}): choose another backup.`,
    );
  }
}

function decompression(name: string): Transform {
  if (/gz$/.test(name)) return createGunzip();
  return name.endsWith('.zst') ? createZstdDecompress() : new PassThrough();
}
