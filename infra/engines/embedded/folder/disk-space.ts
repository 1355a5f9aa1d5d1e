/** Watches the free space of the data folder's disk, so that the operator is warned before the disk is full. */
import { stat, statfs } from 'node:fs/promises';
import type { Logger } from '../../../ports/process/logger.ts';
import { gauge, type Metric } from '../../../ports/process/metric.ts';

const EVERY_MS = 60_000;
/** In bytes. Below the first limit an operator should act, below the second writes may fail at any moment. */
const LOW = 1024 ** 3;
const VERY_LOW = 64 * 1024 ** 2;

interface DiskWatch {
  readonly metrics: readonly Metric[];
  stop(): void;
}

/** What to log about the free space, in bytes; null if there is enough. Pure. */
export function describeFreeSpace(free: number): { readonly level: 'warn' | 'error'; readonly message: string } | null {
  if (free >= LOW) return null;
  const megabytes = Math.floor(free / 1024 ** 2);
  return free < VERY_LOW
    ? { level: 'error', message: `the disk of the data folder is almost full: ${megabytes} MB are left` }
    : { level: 'warn', message: `the disk of the data folder is getting full: ${megabytes} MB are left` };
}

/** Reads the free space once a minute, and logs each time it falls or rises to another low level. */
export function watchDisk(directory: string, logger: Logger): DiskWatch {
  let lastLogged: string | null = null;
  const look = async () => {
    try {
      const { freeBytes: free } = await diskSpace(directory);
      const found = describeFreeSpace(free);
      if (found !== null && found.level !== lastLogged) logger[found.level]({ directory, free }, found.message);
      lastLogged = found?.level ?? null;
    } catch (err) {
      if (lastLogged !== 'unknown') logger.warn({ err, directory }, 'the free space of the disk could not be read');
      lastLogged = 'unknown';
    }
  };
  void look();
  const timer = setInterval(look, EVERY_MS).unref();
  return {
    metrics: [
      gauge(
        'linkledger_disk_free_bytes',
        'Space left for this user on the disk of the data folder.',
        async () => (await diskSpace(directory)).freeBytes,
      ),
      gauge(
        'linkledger_disk_size_bytes',
        'Size of the disk of the data folder.',
        async () => (await diskSpace(directory)).sizeBytes,
      ),
    ],
    stop: () => clearInterval(timer),
  };
}

/** The space that this user has left, and the size of the disk. */
export async function diskSpace(folder: string): Promise<{ readonly freeBytes: number; readonly sizeBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

/** The sizes of the databases of the data folder, each with its write-ahead log. */
export function fileSizes(
  files: Readonly<Record<'events' | 'views' | 'sessions' | 'keys' | 'durable', string>>,
): Metric {
  const { events, views, sessions, keys, durable } = files;
  const bytes = async (file: string) => (await stat(file).catch(() => null))?.size ?? 0;
  return {
    ...{ type: 'gauge', name: 'linkledger_database_bytes', labels: ['database'] },
    help: 'Size of each database with its write-ahead log; "events" is the log.',
    read: () =>
      Promise.all(
        Object.entries({ events, views, sessions, keys, durable }).map(async ([database, file]) => ({
          labels: { database },
          value: (await bytes(file)) + (await bytes(`${file}-wal`)),
        })),
      ),
  };
}
