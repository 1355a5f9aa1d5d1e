/** Small disks that can really be full, for tests. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

/** Mounts a small disk in a new folder; null where this user may not. */
export function mountDisk(folder: string, megabytes: number): (() => void) | null {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  return () => execFileSync('umount', ['--lazy', folder]);
}

const CHUNK = Buffer.alloc(64 * 1024);

/** Fills a disk to the last block, until the returned work empties it. */
export function fillDisk(disk: string): () => void {
  const ballast = path.join(disk, 'ballast');
  const file = openSync(ballast, 'w');
  try {
    for (const size of [CHUNK.length, 4096]) {
      try {
        for (;;) writeSync(file, CHUNK, 0, size);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    }
  } finally {
    closeSync(file);
  }
  return () => rmSync(ballast, { force: true });
}
