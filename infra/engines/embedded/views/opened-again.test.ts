import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import test from 'ava';
import { item, itemsView, puts } from '../../../testing/contracts/sample-views.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { openSqliteViews } from './view-store.ts';

/** Opens the file again and again until it is told to stop, then answers with the errors. */
const OPENER = `
const { parentPort, workerData } = require('node:worker_threads');
let isStopped = false;
parentPort.on('message', () => { isStopped = true; });
import(workerData.module).then(async ({ openSqliteViewsAgain }) => {
  const failures = [];
  for (let times = 0; !isStopped; times += 1) {
    try { openSqliteViewsAgain(workerData.file, workerData.schemas).close(); } catch (error) { failures.push(error.message); }
    if (times === 200) parentPort.postMessage('enough');
    await new Promise(setImmediate);
  }
  parentPort.postMessage(failures);
});`;

test('views are opened while another connection replaces their tables', async (t) => {
  const file = join(temporaryFolder(t), 'views.db');
  const views = openSqliteViews(file, [itemsView]);
  const module = new URL('./view-store.ts', import.meta.url).href;
  const schemas = JSON.parse(JSON.stringify([itemsView]));
  const worker = new Worker(OPENER, { eval: true, workerData: { module, file, schemas } });
  t.teardown(() => worker.terminate());
  let isEnough = false;
  worker.once('message', () => {
    isEnough = true;
  });
  while (!isEnough) {
    await views.beginFilling(itemsView);
    await views.commit(itemsView, 0, 1, puts([item('x')]));
    await views.endFilling(itemsView);
    await new Promise(setImmediate);
  }
  worker.postMessage('stop');
  t.deepEqual(await once(worker, 'message'), [[]]);
  views.close();
});
