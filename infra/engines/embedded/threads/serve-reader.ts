/** Runs a reader in the calling thread: this part is the same for every engine. */
import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createLogger } from '../../../observability/logger.ts';
import type { RunReader } from '../../../ports/engine.ts';
import type { ReadStore } from '../../../ports/storage/read-store.ts';
import type { ReaderWorkerData, ToReader } from './reader-thread.ts';

/** On the scale of `nice`: requests have priority. */
const NICENESS = 5;

/** Opens the views, runs the reader, and closes the views when it has to stop. */
export async function serveReader(
  open: (data: ReaderWorkerData) => Promise<{ readonly views: ReadStore; readonly close: () => Promise<void> }>,
): Promise<void> {
  if (parentPort === null) throw new Error('this file runs only as a thread of the server');
  const port = parentPort;
  const data: ReaderWorkerData = workerData;
  // Only Linux has a priority for each thread: elsewhere this would be the priority of the whole process.
  if (process.platform === 'linux') os.setPriority(NICENESS);
  const { views, close } = await open(data);
  const { read }: { readonly read: RunReader } = await import(data.module);
  const receive = read({ views, logger: createLogger(data.logLevel) }, (message) => port.postMessage(message));
  port.on('message', (message: ToReader) => {
    if (message !== 'stop') return receive(message.message);
    port.close();
    void close();
  });
}
