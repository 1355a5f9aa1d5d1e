import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import type { ReadStore, ViewSchema } from '../../../ports/storage/read-store.ts';
import { readStoreContract } from '../../../testing/contracts/read-store.ts';
import { item, itemsView, puts } from '../../../testing/contracts/sample-views.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import type { CommitDetails } from './sqlite-views.ts';
import { openSqliteViews } from './view-store.ts';

function openBoth(t: ExecutionContext, schemas: readonly ViewSchema[]) {
  const file = join(temporaryFolder(t), 'views.db');
  const inFlight: CommitDetails[] = [];
  const reader = openSqliteViews(file, schemas);
  const writer = openSqliteViews(file, schemas);
  t.teardown(() => {
    inFlight.length = 0;
    reader.close();
    writer.close();
  });
  const elsewhere = reader.attachWriter();
  writer.onCommit((written) => void inFlight.push(structuredClone(written)));
  const deliver = (count = inFlight.length) => {
    for (const written of inFlight.splice(0, count)) elsewhere.notify(written);
  };
  return { reader, writer, elsewhere, deliver };
}

/** Totals are cached for queries of one page. */
const PAGE = { limit: 1_000 };

/** One connection writes, as a thread does, and the other searches: together they fulfill the read store's contract. */
async function open(t: ExecutionContext, schemas: readonly ViewSchema[]): Promise<ReadStore> {
  const { reader, writer, elsewhere, deliver } = openBoth(t, schemas);
  // A rebuild reads its own writes.
  let documents = reader;
  return {
    get: (view, id) => documents.get(view, id),
    getMany: (view, ids) => documents.getMany(view, ids),
    find: (view, query) => reader.find(view, query),
    position: (view) => documents.position(view),
    positions: (views) => documents.positions(views),
    async commit(...args) {
      await writer.commit(...args);
      setImmediate(deliver);
    },
    reached: (view, position, signal) => reader.reached(view, position, signal),
    watch: (signal) => reader.watch(signal),
    async beginFilling(view) {
      await writer.beginFilling(view);
      documents = writer;
      elsewhere.reset();
    },
    async endFilling(view) {
      await writer.endFilling(view);
      documents = reader;
      elsewhere.reset();
    },
  };
}

readStoreContract(open);

test('totals and rows have the same state, however late a commit notice arrives', async (t) => {
  const step = fc.record({
    writes: fc.array(
      fc.record({ id: fc.constantFrom('1', '2', '3', '4'), scope: fc.constantFrom('a', 'b'), gone: fc.boolean() }),
      { minLength: 1, maxLength: 4 },
    ),
    delivered: fc.integer({ min: 0, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const { reader, writer, deliver } = openBoth(t, [itemsView]);
      for (const [index, { writes, delivered }] of steps.entries()) {
        const docs = writes.map(({ id, scope, gone }) => ({ id, doc: gone ? null : item(id, { scope }) }));
        await writer.commit(itemsView, index, index + 1, docs);
        deliver(delivered);
        const asked = Promise.all(
          ['a', ['a', 'b'], undefined].map((scope) =>
            reader.find(itemsView, { where: scope === undefined ? {} : { scope }, ...PAGE }),
          ),
        );
        await nextTurn();
        deliver();
        for (const { rows, total } of await asked) t.is(total, rows.length);
      }
    }),
    { numRuns: 25 },
  );
});

test('reset() releases a search that waits for a lost notice; later notices apply again', async (t) => {
  const { reader, writer, elsewhere, deliver } = openBoth(t, [itemsView]);
  await writer.commit(itemsView, 0, 1, puts([item('x')]));
  t.is((await reader.find(itemsView, PAGE)).total, 1);
  writer.onCommit(() => undefined);
  await writer.commit(itemsView, 1, 2, puts([item('y')]));
  const asked = reader.find(itemsView, PAGE);
  await nextTurn();
  elsewhere.reset();
  t.is((await asked).total, 2);
  deliver();
  t.is((await reader.find(itemsView, PAGE)).total, 2);
});

test('reading documents by id keeps the notified totals', async (t) => {
  const { reader, writer, elsewhere } = openBoth(t, [itemsView]);
  await writer.commit(itemsView, 0, 1, puts([item('x')]));
  t.is((await reader.find(itemsView, PAGE)).total, 1);
  await writer.commit(itemsView, 1, 2, puts([item('y')]));
  t.is((await reader.getMany(itemsView, ['x', 'y'])).length, 2);
  // Without a notice it uses the cached total instead of counting again.
  elsewhere.notify({ view: 'some-things', position: 2, hasWrites: false, note: null, changes: new Map() });
  t.is((await reader.find(itemsView, PAGE)).total, 1);
});

test('after a commit too large to list, its view counts again', async (t) => {
  const { reader, writer, deliver } = openBoth(t, [itemsView]);
  t.is((await reader.find(itemsView, { where: { scope: 'a' }, ...PAGE })).total, 0);
  const docs = Array.from({ length: 3_000 }, (_, index) => item(String(index)));
  await writer.commit(itemsView, 0, 1, puts(docs));
  deliver();
  t.is((await reader.find(itemsView, { where: { scope: 'a' }, ...PAGE })).total, 3_000);
});

test('after a rebuild and its notice, a reader searches the new tables', async (t) => {
  const { reader, writer, elsewhere } = openBoth(t, [itemsView]);
  await writer.commit(itemsView, 0, 1, puts([item('old')]));
  t.is((await reader.find(itemsView, PAGE)).total, 1);
  await writer.beginFilling(itemsView);
  elsewhere.reset();
  t.deepEqual(
    (await reader.find(itemsView, PAGE)).rows.map(({ id }) => id),
    ['old'],
  );
  await writer.commit(itemsView, 0, 5, puts([item('x'), item('y')]));
  await writer.endFilling(itemsView);
  elsewhere.reset();
  t.is((await reader.find(itemsView, PAGE)).total, 2);
  t.is(await reader.get(itemsView, 'old'), null);
  t.is(await reader.position(itemsView), 5);
});
