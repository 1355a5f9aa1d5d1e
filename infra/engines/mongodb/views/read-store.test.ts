import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import type { Document } from 'mongodb';
import { BusyError, ConflictError } from '../../../ports/storage/errors.ts';
import type { CommitNotice, ReadStore, ViewSchema } from '../../../ports/storage/read-store.ts';
import { pastStatesContract } from '../../../testing/contracts/past-states.ts';
import { readStoreContract } from '../../../testing/contracts/read-store.ts';
import { countsView, item, itemsView, plain, puts } from '../../../testing/contracts/sample-views.ts';
import { recordingLogger } from '../../../testing/recording-logger.ts';
import { findMongoDb, freshDatabase, NO_MONGODB, openFreshMongo } from '../../../testing/servers/mongodb.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { type Mongo, openMongo } from '../database.ts';
import { openMongoViews } from './read-store.ts';

const { logger } = recordingLogger();
const server = await findMongoDb();
if (server === null) test.skip(NO_MONGODB, () => undefined);
else {
  test.after.always(() => server.stop());
  suite(server.url);
}

function suite(url: string): void {
  const openOn = async (t: ExecutionContext, mongo: Mongo, schemas: readonly ViewSchema[]) => {
    const opened = await openMongoViews(mongo, { schemas, logger });
    t.teardown(() => opened.close());
    return opened;
  };
  const open = async (t: ExecutionContext, schemas: readonly ViewSchema[]): Promise<ReadStore> =>
    (await openOn(t, await openFreshMongo(t, url), schemas)).views;

  /** Two stores on one database, each with its own connection, as in two processes. */
  const openTwo = async (t: ExecutionContext, schemas: readonly ViewSchema[]) => {
    const place = freshDatabase(url);
    const mongos = await Promise.all([openMongo({ url: place, logger }), openMongo({ url: place, logger })]);
    const [mongo, other] = mongos;
    t.teardown(async () => {
      await mongo.db.dropDatabase();
      await Promise.all(mongos.map((each) => each.close()));
    });
    const stores = await Promise.all([openOn(t, mongo, schemas), openOn(t, other, schemas)]);
    return { mongo, one: stores[0].views, two: stores[1].views };
  };

  const collections = async ({ db }: Mongo) =>
    (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort();
  const checkpoints = ({ db }: Mongo) => db.collection<Document & { _id: string }>('view-checkpoints');
  const ids = async (store: ReadStore, query = {}) => (await store.find(itemsView, query)).rows.map(({ id }) => id);

  readStoreContract(open);
  pastStatesContract(open, 3);

  test('two processes that open an empty database at once use the same collections', async (t) => {
    const { mongo, one, two } = await openTwo(t, [itemsView, plain]);
    await one.commit(itemsView, 0, 1, puts([item('x')]));
    t.deepEqual(await ids(two), ['x']);
    await t.throwsAsync(two.commit(itemsView, 0, 1, []), { instanceOf: ConflictError });
    await openOn(t, mongo, [itemsView, plain]);
    const views = (await collections(mongo)).filter((name) => name.includes('~'));
    t.is(views.length, 3, views.join(' '));
  });

  test('racing projectors of two processes count each event exactly once', async (t) => {
    const { one, two } = await openTwo(t, [plain]);
    const last = 300;
    const project = async (store: ReadStore, batch: number) => {
      for (;;) {
        const at = await store.position(plain);
        if (at >= last) return;
        const next = Math.min(last, at + batch);
        const counter = await store.get(plain, 'counter');
        const doc = { size: Number(counter?.size ?? 0) + next - at };
        try {
          await store.commit(plain, at, next, [{ id: 'counter', doc }]);
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
        }
      }
    };
    await Promise.all([project(one, 1), project(two, 2), project(two, 3)]);
    t.deepEqual(await two.get(plain, 'counter'), { size: last });
  });

  test('commits of another process are reported in order, with their notes', async (t) => {
    const { one, two } = await openTwo(t, [itemsView]);
    const abort = new AbortController();
    const notices: (CommitNotice | 'lost')[] = [];
    const watching = (async () => {
      for await (const notice of two.watch(abort.signal)) notices.push(notice);
    })();
    const waiting = two.reached(countsView, 3, AbortSignal.timeout(20_000));
    await new Promise((resolve) => setImmediate(resolve));
    const note = { $changed: ['a.b'], 'c.d': { $e: 1 } };
    await one.commit(itemsView, 0, 1, [], note);
    await one.commit(itemsView, 1, 2, [], { large: 'x'.repeat(70_000) });
    await one.commit(itemsView, 2, 3, puts([item('x')]));
    t.true(await waiting);
    t.deepEqual(await ids(two), ['x']);
    await waitUntil(() => notices.length === 3);
    abort.abort();
    await watching;
    t.deepEqual(notices, [
      { view: 'some-things', position: 1, hasWrites: false, note },
      { view: 'some-things', position: 2, hasWrites: false, note: null },
      { view: 'some-things', position: 3, hasWrites: true, note: null },
    ]);
  });

  test('while one process fills a view the other answers with the old documents, then with the new ones', async (t) => {
    const { one, two } = await openTwo(t, [itemsView]);
    await one.commit(itemsView, 0, 7, puts([item('old')]));
    const abort = new AbortController();
    const lost = (async () => {
      for await (const notice of two.watch(abort.signal)) if (notice === 'lost') return;
    })();
    await one.beginFilling(itemsView);
    t.deepEqual(await one.getMany(itemsView, ['old', 'x']), []);
    await one.commit(itemsView, 0, 5, puts([item('x'), item('y')]));
    t.is(await one.position(itemsView), 5);
    t.is(await two.position(itemsView), 7);
    t.deepEqual(await ids(two, { where: { scope: 'a' }, sort: { field: 'title', descending: true } }), ['old']);
    t.deepEqual(await ids(one), ['old']);
    await one.endFilling(itemsView);
    await lost;
    abort.abort();
    t.is(await two.position(itemsView), 5);
    t.deepEqual(await ids(two), ['x', 'y']);
    t.is(await two.get(itemsView, 'old'), null);
    await two.commit(itemsView, 5, 8, puts([item('z')]));
    t.deepEqual(await ids(one, { where: { status: 'live' } }), ['x', 'y', 'z']);
  });

  test('a process that has not noticed a rebuild commits to the new collections', async (t) => {
    const { one, two } = await openTwo(t, [itemsView]);
    await one.commit(itemsView, 0, 5, puts([item('x')]));
    t.deepEqual(await ids(two), ['x']);
    await one.beginFilling(itemsView);
    await one.commit(itemsView, 0, 5, puts([item('x')]));
    await one.endFilling(itemsView);
    await two.commit(itemsView, 5, 6, puts([item('y')]));
    t.deepEqual(await ids(one), ['x', 'y']);
  });

  test('two versions of a view exist side by side; a version that is unused for a day is dropped', async (t) => {
    const mongo = await openFreshMongo(t, url);
    const first = await openOn(t, mongo, [itemsView, plain]);
    await first.views.commit(itemsView, 0, 4, puts([item('old')]));
    await first.views.commit(plain, 0, 4, puts([item('p')]));
    const changed = { ...itemsView, version: 2 };
    const second = await openOn(t, mongo, [changed, plain]);
    t.deepEqual(second.newViews, ['some-things']);
    t.is(await second.views.position(changed), 0);
    await second.views.commit(changed, 0, 9, puts([item('new')]));
    t.deepEqual(await ids(first.views), ['old']);
    t.is(await first.views.position(itemsView), 4);
    await first.close();
    await checkpoints(mongo).updateOne({ _id: /^some-things@1-[0-9a-f]+$/ }, { $set: { dropAt: new Date(0) } });
    t.deepEqual((await openOn(t, mongo, [changed, plain])).newViews, []);
    const left = (await collections(mongo)).filter((name) => name.includes('@'));
    t.is(left.length, 3, left.join(' '));
    t.deepEqual(await ids(second.views), ['new']);
  });

  test('the remains of a killed fill are dropped, and the view is as it was', async (t) => {
    const mongo = await openFreshMongo(t, url);
    const killed = await openOn(t, mongo, [itemsView]);
    await killed.views.commit(itemsView, 0, 4, puts([item('x')]));
    await killed.views.beginFilling(itemsView);
    await killed.views.commit(itemsView, 0, 2, puts([item('half')]));
    await killed.close();
    const next = await openOn(t, mongo, [itemsView]);
    t.is(await next.views.position(itemsView), 4);
    t.deepEqual(await ids(next.views), ['x']);
    await next.views.beginFilling(itemsView);
    t.is((await collections(mongo)).filter((name) => name.includes('~')).length, 4);
    await t.throwsAsync(killed.views.endFilling(itemsView));
    await next.views.endFilling(itemsView);
    t.deepEqual(await ids(next.views), []);
  });

  test('of a document written twice while its view is filled, the last version stays', async (t) => {
    const store = await open(t, [itemsView]);
    await store.beginFilling(itemsView);
    for (const [at, title] of ['a', 'b', 'c'].entries()) {
      t.deepEqual(
        (await store.getMany(itemsView, ['x', `${at}`])).map((doc) => doc.title),
        at === 0 ? [] : [String.fromCharCode(96 + at)],
      );
      await store.commit(itemsView, at, at + 1, puts([item('x', { title }), item(`${at}`)]));
    }
    await store.endFilling(itemsView);
    t.deepEqual(await ids(store), ['0', '1', '2', 'x']);
    t.is((await store.get(itemsView, 'x'))?.title, 'c');
  });

  test('ids that MongoDB would confuse are refused; texts come back as they were', async (t) => {
    const store = await open(t, [itemsView]);
    const half = '😀'.slice(0, 1);
    await t.throwsAsync(store.commit(itemsView, 0, 1, puts([item(`a${half}`)])), { instanceOf: TypeError });
    t.is(await store.get(itemsView, `a${half}`), null);
    const doc = { ...item('x', { title: `cut ${half}`, note: 'a\0b\u001fc' }), 'dotted.name': { $set: half } };
    await store.commit(itemsView, 0, 1, [{ id: 'x', doc }]);
    t.deepEqual(await store.get(itemsView, 'x'), doc);
    t.deepEqual(await ids(store, { contains: 'CUT' }), ['x']);
  });

  test('a needle is never a pattern, however long it is', async (t) => {
    const store = await open(t, [itemsView]);
    const long = 'a.b*c[d]'.repeat(5_000);
    const letters = fc.string({ unit: fc.constantFrom(...'.*+?^$()[]{}|\\/-#,\n\t &'), minLength: 1, maxLength: 6 });
    const notes = [long, `x${long}y`, 'aXbc[d]', ...fc.sample(letters, 30)];
    await store.commit(itemsView, 0, 1, puts(notes.map((note, at) => item(String(at).padStart(2, '0'), { note }))));
    const searched = notes.map((note) => note.replaceAll('\u001f', ' '));
    for (const contains of [long, 'a.b*c[d]', ...notes.slice(3)]) {
      const expected = searched.flatMap((note, at) => (note.includes(contains) ? [String(at).padStart(2, '0')] : []));
      t.deepEqual(await ids(store, { where: { scope: 'a' }, contains }), expected, contains.slice(0, 20));
    }
  });

  test('a closed store reports that the database does not answer', async (t) => {
    const mongo = await openMongo({ url: freshDatabase(url), logger });
    const opened = await openMongoViews(mongo, { schemas: [plain], logger });
    await mongo.db.dropDatabase();
    await opened.close();
    await mongo.close();
    await t.throwsAsync(opened.views.get(plain, 'x'), { instanceOf: BusyError });
  });
}
