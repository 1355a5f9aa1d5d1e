/** The entry of the thread that writes the tables of one report. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ReportDocument } from './report-document.ts';
import { type ReportTables, reportCsv, reportWorkbook } from './tables.ts';

const document: ReportDocument = workerData;
const tables: ReportTables = {
  xlsx: await reportWorkbook(document),
  csv: new TextEncoder().encode(reportCsv(document)),
};
parentPort?.postMessage(tables);
