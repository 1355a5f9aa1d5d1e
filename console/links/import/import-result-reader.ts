/** Reads results of imports in a worker, so that the page stays responsive. */
import type { ImportAnswer } from '../../../query-service/contract/answers/imports.ts';
import type { WorkerReply, WorkerRequest } from './import-result.worker.ts';

/** The worker with the last result. */
let reader: Worker | null = null;

function ask(worker: Worker, request: WorkerRequest): Promise<WorkerReply> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => resolve(data), { once: true });
    worker.addEventListener('error', () => reject(new Error('The worker could not read the result of the import.')), {
      once: true,
    });
    worker.postMessage(request);
  });
}

/** Reads a result; it has only the first failed rows. The previous result is forgotten. */
export async function readImportResult(json: Blob): Promise<ImportAnswer> {
  const worker = new Worker(new URL('./import-result.worker.ts', import.meta.url), { type: 'module' });
  const answer = await ask(worker, json);
  if (answer instanceof Blob) throw new Error('The worker returned a file instead of a result.');
  reader?.terminate();
  reader = worker;
  return answer;
}

/** All failed rows of the last result, as a CSV file. */
export async function failedRowsFile(): Promise<Blob> {
  const answer = reader === null ? null : await ask(reader, 'failed-rows');
  return answer instanceof Blob ? answer : new Blob();
}
