/** Runs searches in a worker so that a large search blocks nobody. */
import { parentPort, workerData } from 'node:worker_threads';
import type { NoticeSink } from '../views/sqlite-views.ts';
import { openSqliteViewsAgain } from '../views/view-store.ts';
import type { FindRequest, FindWorkerData, FromFinder, ToFinder } from './find-messages.ts';

if (parentPort === null) throw new Error('this file runs only as a thread of the server');
const port = parentPort;
const { file, schemas }: FindWorkerData = workerData;
const views = openSqliteViewsAgain(file, schemas);
let notices: NoticeSink | null = null;

const post = (message: FromFinder) => port.postMessage(message);

port.on('message', (message: ToFinder) => {
  if (message.kind === 'find') void answer(message.request);
  else if (message.kind === 'attach') notices = views.attachWriter();
  else if (message.kind === 'written') notices?.notify(message.written);
  else if (message.kind === 'lost') notices?.reset();
  else stop();
});

async function answer({ number, view, query }: FindRequest): Promise<void> {
  try {
    post({ number, found: await views.findJson(view, query) });
  } catch (error) {
    post({ number, error });
  }
}

function stop(): void {
  views.close();
  port.close();
}
