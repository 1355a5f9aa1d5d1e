import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { ViewSchema } from '../../../ports/storage/read-store.ts';
import { readStoreContract } from '../../../testing/contracts/read-store.ts';
import { item, itemsView, plain, puts } from '../../../testing/contracts/sample-views.ts';
import { recordingLogger } from '../../../testing/recording-logger.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { openSqliteViews } from '../views/view-store.ts';
import { startFindThread } from './find-thread.ts';

const FAILING = new URL('../../../testing/fakes/crashing-find-worker.ts', import.meta.url);

function start(t: ExecutionContext, schemas: readonly ViewSchema[], script?: URL) {
  const { logger, said } = recordingLogger();
  const file = join(temporaryFolder(t), 'views.db');
  const views = openSqliteViews(file, schemas);
  const thread = startFindThread({ reads: views, file, schemas, logger, ...(script && { script }) });
  views.onCommit(thread.attachWriter().notify);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= thread.stop();
    return stopped;
  };
  t.teardown(async () => {
    await stop();
    views.close();
  });
  return { reads: thread.reads, stop, said };
}

/** One store writes and the other searches: together they fulfill the read store's contract. */
readStoreContract(async (t, schemas) => start(t, schemas).reads);

test('a large search does not delay reads by id', async (t) => {
  const { reads } = start(t, [itemsView]);
  await reads.commit(itemsView, 0, 1, puts(Array.from({ length: 2_000 }, (_, index) => item(String(index)))));
  const order: string[] = [];
  const found = reads.find(itemsView, { limit: 1_000 }).then(() => order.push('found'));
  const got = reads.get(itemsView, '7').then(() => order.push('got'));
  await Promise.all([found, got]);
  t.deepEqual(order, ['got', 'found']);
});

test('a thread that exits rejects running requests, restarts and answers the next one', async (t) => {
  const { reads, said } = start(t, [itemsView, plain], FAILING);
  await reads.commit(itemsView, 0, 1, puts([item('x')]));
  const others = reads.find(itemsView, {});
  await t.throwsAsync(reads.find(plain, {}), { message: /try again/ });
  t.is((await others).total, 1);
  t.is((await reads.find(itemsView, {})).total, 1);
  t.is((await reads.find(plain, {})).total, 0);
  t.true(said.some((message) => message.includes('exited; restarting')));
});

test('stop() rejects running requests: the views are closed', async (t) => {
  const { reads, stop } = start(t, [itemsView, plain], FAILING);
  await t.throwsAsync(reads.find(plain, {}), { message: /try again/ });
  const waits = reads.find(itemsView, {});
  const stopped = stop();
  await t.throwsAsync(waits, { message: /closed/ });
  await stopped;
});

test('find() rejects after stop()', async (t) => {
  const { reads, stop } = start(t, [itemsView]);
  await reads.find(itemsView, {});
  const stopped = stop();
  await t.throwsAsync(reads.find(itemsView, {}), { message: /closed/ });
  await stopped;
  await t.throwsAsync(reads.find(itemsView, {}), { message: /closed/ });
});
