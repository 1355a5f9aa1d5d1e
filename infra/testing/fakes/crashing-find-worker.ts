/** A thread that ends whenever it is asked about the view `plain` for the first time, for tests. */
import { existsSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { FindWorkerData, ToFinder } from '../../engines/embedded/threads/find-messages.ts';

const { file }: FindWorkerData = workerData;
const failed = `${file}.failed`;
parentPort?.on('message', (message: ToFinder) => {
  if (message.kind !== 'find' || message.question.view !== 'plain' || existsSync(failed)) return;
  writeFileSync(failed, '');
  process.exit(1);
});
await import('../../engines/embedded/threads/find-worker.ts');
