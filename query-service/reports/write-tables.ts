/** Writes the tables of a report in a thread of its own: a report with 20,000 links takes seconds. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ReportDocument } from './report-document.ts';
import type { ReportTables } from './tables.ts';

/** Four tables of 20,000 rows need half of this; a report that needs more fails without ending the process. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 };

/** @throws the error of the thread; the signal's reason on abort. */
export async function writeTables(document: ReportDocument, signal: AbortSignal): Promise<ReportTables> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./tables-worker.ts', import.meta.url), {
    workerData: document,
    resourceLimits: LIMITS,
  });
  const end = () => void worker.terminate();
  signal.addEventListener('abort', end, { once: true });
  try {
    let tables: ReportTables | null = null;
    worker.once('message', (written: ReportTables) => {
      tables = written;
    });
    await once(worker, 'exit');
    signal.throwIfAborted();
    if (tables === null) throw new Error('the thread of the tables ended without a result');
    return tables;
  } finally {
    signal.removeEventListener('abort', end);
  }
}
