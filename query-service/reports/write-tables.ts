/** Writes the tables of a report in a thread of its own: a report with 20,000 links takes seconds. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ReportDocument } from './report-document.ts';
import type { ReportTables } from './tables.ts';

/** Four tables of 20,000 rows need half of this; a report that needs more fails without ending the process. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 };

/** @throws the error of the thread; an AbortError on abort. */
export async function writeTables(document: ReportDocument, signal: AbortSignal): Promise<ReportTables> {
  const script = new URL('./tables-worker.ts', import.meta.url);
  const worker = new Worker(script, { workerData: document, resourceLimits: LIMITS });
  try {
    const [tables] = await once(worker, 'message', { signal });
    return tables;
  } finally {
    await worker.terminate();
  }
}
