/**
 * Runs beside the page: reads the answer of an import, which has a line for every failed row of up to 100,000, and keeps
 * those lines. The page has the first of them to show, and all of them as a file when it asks.
 */
import type { ImportAnswer } from '../../../query-service/contract/answers/imports.ts';
import { failedRowsCsv } from './failed-rows-csv.ts';

/** Failed rows that are shown; nobody reads more of them on a screen. */
const SHOWN = 50;

/** An answer to read, or the wish for the file of its failed rows. */
export type WorkerRequest = Blob | 'failed-rows';
/** An answer with its first failures, or the file. */
export type WorkerReply = ImportAnswer | Blob;

let answer: ImportAnswer | null = null;

async function tell(asked: WorkerRequest): Promise<WorkerReply> {
  if (asked instanceof Blob) {
    const read = JSON.parse(await asked.text()) as ImportAnswer;
    answer = read;
    return { ...read, failures: read.failures.slice(0, SHOWN) };
  }
  return new Blob(answer === null ? [] : [failedRowsCsv(answer)], { type: 'text/csv' });
}

addEventListener(
  'message',
  ({ data }: MessageEvent<WorkerRequest>) => void tell(data).then((told) => postMessage(told)),
);
