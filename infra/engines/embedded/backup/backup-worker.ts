/** The entry of the thread in which the server takes a backup: requests have priority. */
import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { StartError } from '../../../ports/process/start-error.ts';
import { type BackupRequest, type BackupSummary, takeBackup } from './take-backup.ts';

/** The thread's start data. */
export type BackupWork = Omit<BackupRequest, 'now' | 'onProgress'>;

/** What the thread posts once. `isExpected`: the message is a sentence for the operator. */
export type BackupOutcome =
  | { readonly summary: BackupSummary }
  | { readonly failure: string; readonly isExpected: boolean };

/** On the scale of `nice`. */
const NICENESS = 10;

// Only Linux has a priority for each thread: elsewhere this would be the priority of the whole process.
if (process.platform === 'linux') os.setPriority(NICENESS);

const work: BackupWork = workerData;
const post = (outcome: BackupOutcome) => parentPort?.postMessage(outcome);
try {
  post({ summary: await takeBackup({ ...work, now: () => new Date() }) });
} catch (error) {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  post({ failure: error instanceof StartError ? error.message : text, isExpected: error instanceof StartError });
}
