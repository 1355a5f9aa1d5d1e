/**
 * Parses the result of an import in a worker: it has a line for each failed row, up to 100,000. The page gets the first
 * failed rows, and all of them as a file on request.
 */
import type { ImportAnswer } from '../../../query-service/contract/answers/imports.ts';
import { failedRowsCsv } from './failed-rows-csv.ts';

/** The number of failed rows that the page shows. */
const SHOWN = 50;

/** A result to parse, or a request for the file of its failed rows. */
export type WorkerRequest = Blob | 'failed-rows';
/** The result with its first failed rows, or the file. */
export type WorkerReply = ImportAnswer | Blob;

let answer: ImportAnswer | null = null;

async function tell(request: WorkerRequest): Promise<WorkerReply> {
  if (request instanceof Blob) {
    const read = JSON.parse(await request.text()) as ImportAnswer;
    answer = read;
    return { ...read, failures: read.failures.slice(0, SHOWN) };
  }
  return new Blob(answer === null ? [] : [failedRowsCsv(answer)], { type: 'text/csv' });
}

addEventListener(
  'message',
  ({ data }: MessageEvent<WorkerRequest>) => void tell(data).then((answer) => postMessage(answer)),
);
