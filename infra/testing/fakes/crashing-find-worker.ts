/** For tests: a search thread that exits at the first search of the view `plain`. */
import { existsSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { FindWorkerData, ToFinder } from '../../engines/embedded/threads/find-messages.ts';
// Listens from the same turn on: no message reaches only one of the two.
import '../../engines/embedded/threads/find-worker.ts';

const { file }: FindWorkerData = workerData;
const failed = `${file}.failed`;
// Second, but before the first has an answer, which it awaits.
parentPort?.on('message', (message: ToFinder) => {
  if (message.kind !== 'find' || message.request.view !== 'plain' || existsSync(failed)) return;
  writeFileSync(failed, '');
  process.exit(1);
});
