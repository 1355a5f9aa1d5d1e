/** The entry of the thread that writes the tables of one report, which is its data. */
import { parentPort, workerData } from 'node:worker_threads';
import { reportCsv, reportWorkbook } from './tables.ts';

parentPort?.postMessage({ xlsx: await reportWorkbook(workerData), csv: Buffer.from(reportCsv(workerData)) });
