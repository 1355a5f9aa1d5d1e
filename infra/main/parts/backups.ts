/** Backups on a schedule: one process at a time takes them. */

import path from 'node:path';
import type { SystemBackupAnswer } from '../../../query-service/contract/answers/system.ts';
import { listBackups } from '../../engines/embedded/backup/backup-folder.ts';
import { takeBackupInThread } from '../../engines/embedded/backup/backup-thread.ts';
import { BackupError, readManifest } from '../../engines/embedded/backup/manifest.ts';
import type { Logger } from '../../ports/process/logger.ts';
import { gauge, type Metric } from '../../ports/process/metric.ts';
import { pauseFor } from '../../ports/process/rounds.ts';
import type { Leases } from '../../ports/storage/leases.ts';
import type { Config } from '../config/config.ts';

interface BackupDeps {
  readonly config: Pick<Config, 'dataDir' | 'backup' | 'backupKeys'>;
  readonly leases: Leases;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly stopping: AbortSignal;
}

interface Backups {
  readonly work: readonly Promise<void>[];
  readonly metrics: readonly Metric[];
  /** null if this process takes no backups. */
  readonly status: () => SystemBackupAnswer | null;
}

/** Milliseconds before another attempt, if the interval is not shorter. */
const RETRY_MS = 15 * 60_000;

/** Takes backups by BACKUP_FOLDER and BACKUP_EVERY; none without them. */
export function startBackups(deps: BackupDeps): Backups {
  const { config, leases, stopping } = deps;
  if (config.backup === null) return { work: [], metrics: [], status: () => null };
  const schedule = new Schedule(deps, config.backup);
  return {
    work: [leases.hold('backups', (signal) => schedule.run(signal), stopping)],
    metrics: schedule.metrics,
    status: () => schedule.status,
  };
}

class Schedule {
  readonly #deps: BackupDeps;
  readonly #settings: NonNullable<Config['backup']>;
  #isRunning = false;
  #lastSuccess: Date | null = null;
  #failed = false;
  #seconds = Number.NaN;
  #bytes = Number.NaN;

  constructor(deps: BackupDeps, settings: NonNullable<Config['backup']>) {
    this.#deps = deps;
    this.#settings = settings;
  }

  get metrics(): readonly Metric[] {
    return [
      gauge(
        'linkledger_backup_last_success_timestamp_seconds',
        'When the last backup was taken, in seconds since 1970; 0: never.',
        () => (this.#lastSuccess?.getTime() ?? 0) / 1_000,
      ),
      gauge('linkledger_backup_failed', '1 if the last backup failed.', () => (this.#failed ? 1 : 0)),
      gauge('linkledger_backup_seconds', 'How long the last backup of this process took.', () => this.#seconds),
      gauge('linkledger_backup_bytes', 'Size of the last backup of this process.', () => this.#bytes),
    ];
  }

  get status(): SystemBackupAnswer | null {
    if (!this.#isRunning) return null;
    const { folder, everyMs, keep } = this.#settings;
    const lastAt = this.#lastSuccess?.toISOString() ?? null;
    return { folder, everySeconds: everyMs / 1_000, keep, lastAt, hasFailed: this.#failed };
  }

  async run(signal: AbortSignal): Promise<void> {
    const { everyMs } = this.#settings;
    this.#lastSuccess = await this.#newest();
    this.#isRunning = true;
    // A backup of a restored folder, or of a clock that ran ahead, must not delay the next backup.
    const age = this.#lastSuccess === null ? everyMs : this.#deps.now().getTime() - this.#lastSuccess.getTime();
    let waitMs = Math.min(everyMs, Math.max(0, everyMs - age));
    for (;;) {
      await pauseFor(waitMs, signal);
      if (signal.aborted) return;
      waitMs = (await this.#take(signal)) ? everyMs : Math.min(everyMs, RETRY_MS);
    }
  }

  /** Whether a backup was taken. */
  async #take(signal: AbortSignal): Promise<boolean> {
    const { config, logger } = this.#deps;
    const { folder, keep } = this.#settings;
    try {
      const work = { dataDir: config.dataDir, to: folder, keep, keys: config.backupKeys };
      const { place, created, head, seconds, bytes, damaged } = await takeBackupInThread(work, signal);
      this.#lastSuccess = new Date(created);
      this.#failed = false;
      this.#seconds = seconds;
      this.#bytes = bytes;
      logger.info({ place, head, bytes, seconds }, 'took a backup');
      if (damaged.length > 0) logger.error({ damaged }, 'evidence or photos are damaged in the data folder');
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      this.#failed = true;
      if (error instanceof BackupError) logger.error({ folder }, `no backup was taken: ${error.message}`);
      else logger.error({ err: error, folder }, 'no backup was taken; trying again');
      return false;
    }
  }

  /** When the newest backup in the folder was taken. */
  async #newest(): Promise<Date | null> {
    const { folder } = this.#settings;
    try {
      const name = (await listBackups(folder)).at(-1);
      return name === undefined ? null : new Date((await readManifest(path.join(folder, name))).created);
    } catch (error) {
      this.#deps.logger.warn({ err: error, folder }, 'the newest backup cannot be read; taking another one');
      return null;
    }
  }
}
