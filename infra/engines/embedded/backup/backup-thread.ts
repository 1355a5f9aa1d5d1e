/** Takes one backup in its own thread. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BackupOutcome, BackupWork } from './backup-worker.ts';
import { BackupError } from './manifest.ts';
import type { BackupSummary } from './take-backup.ts';

/**
 * Takes the backup, or stops when the signal aborts.
 * @throws BackupError: the message says what to do; the signal's reason if it was stopped.
 */
export async function takeBackupInThread(work: BackupWork, signal: AbortSignal): Promise<BackupSummary> {
  const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), { workerData: work });
  const end = () => void worker.terminate();
  signal.addEventListener('abort', end, { once: true });
  try {
    let outcome: BackupOutcome | null = null;
    worker.once('message', (message: BackupOutcome) => {
      outcome = message;
    });
    await once(worker, 'exit');
    signal.throwIfAborted();
    return resultOf(outcome);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function resultOf(outcome: BackupOutcome | null): BackupSummary {
  if (outcome === null) throw new Error('the thread of the backup ended without a result');
  if ('summary' in outcome) return outcome.summary;
  throw outcome.isExpected ? new BackupError(outcome.failure) : new Error(outcome.failure);
}
