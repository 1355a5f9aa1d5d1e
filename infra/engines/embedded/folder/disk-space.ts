/** Watches the free space of the data folder's disk, so that the operator is warned before the disk is full. */
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { EngineGauge } from '../../../ports/engine.ts';
import type { Logger } from '../../../ports/logger.ts';

const EVERY_MS = 60_000;
/** Bytes. Below the first an operator should act, below the second writes may fail at any moment. */
const LOW = 1024 ** 3;
const VERY_LOW = 64 * 1024 ** 2;

interface DiskWatch {
  readonly gauges: readonly EngineGauge[];
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

/** Looks once a minute, and logs each time the space falls or rises to another low level. */
export function watchDisk(directory: string, logger: Logger): DiskWatch {
  let said: string | null = null;
  const look = async () => {
    try {
      const { bavail, bsize } = await statfs(directory);
      const free = bavail * bsize;
      const found = describeFreeSpace(free);
      if (found !== null && found.level !== said) logger[found.level]({ directory, free }, found.message);
      said = found?.level ?? null;
    } catch (err) {
      if (said !== 'unknown') logger.warn({ err, directory }, 'the free space of the disk could not be read');
      said = 'unknown';
    }
  };
  void look();
  const timer = setInterval(look, EVERY_MS).unref();
  const gauge = (name: string, help: string, read: (disk: StatsFs) => number): EngineGauge => ({
    ...{ name, help, labels: [] },
    read: async () => [{ labels: {}, value: read(await statfs(directory)) }],
  });
  return {
    gauges: [
      gauge(
        'linkledger_disk_free_bytes',
        'Space left for this user on the disk of the data folder.',
        ({ bavail, bsize }) => bavail * bsize,
      ),
      gauge(
        'linkledger_disk_size_bytes',
        'Size of the disk of the data folder.',
        ({ blocks, bsize }) => blocks * bsize,
      ),
    ],
    stop: () => clearInterval(timer),
  };
}
