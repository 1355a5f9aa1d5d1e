/** Finds in a thread of its own, so that nobody who asks for something small waits for who looks through a million. */
import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteViews } from '../views/view-store.ts';
import type { FindRequest, FindWorkerData, FromFinder, ToFinder } from './find-messages.ts';

if (parentPort === null) throw new Error('this file is started by the server, as a thread of it');
const port = parentPort;
const { file, schemas, isTold }: FindWorkerData = workerData;
const views = openSqliteViews(file, schemas);
const elsewhere = isTold ? views.writtenElsewhere() : null;

const tell = (message: FromFinder) => port.postMessage(message);

port.on('message', (message: ToFinder) => {
  if (message.kind === 'find') void answer(message.question);
  else if (message.kind === 'written') elsewhere?.tell(message.written);
  else if (message.kind === 'lost') elsewhere?.lost();
  else stop();
});

async function answer({ number, view, query }: FindRequest): Promise<void> {
  try {
    tell({ number, found: await views.findJson(view, query) });
  } catch (error) {
    tell({ number, error });
  }
}

function stop(): void {
  views.close();
  port.close();
}
