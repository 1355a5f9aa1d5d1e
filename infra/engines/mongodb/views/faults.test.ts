/** Views during faults of a real server that this file starts: kills, and a client that dies in a transaction. */

import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { BusyError, ConflictError } from '../../../ports/storage/errors.ts';
import type { ReadStore, ViewWrite } from '../../../ports/storage/read-store.ts';
import { countsView, itemsView, plain } from '../../../testing/contracts/sample-views.ts';
import { recordingLogger } from '../../../testing/recording-logger.ts';
import { freshDatabase, NO_MONGODB, startMongoDb } from '../../../testing/servers/mongodb.ts';
import { HANGING_MS } from '../../../testing/wait-until.ts';
import { openMongo } from '../database.ts';
import { openMongoViews } from './read-store.ts';

const { logger } = recordingLogger();
const server = await startMongoDb();
if (server === null) test.skip(NO_MONGODB, () => undefined);
else {
  test.after.always(() => server.stop());
  suite(server);
}

/** Event `position` adds its position to one of 20 sums, and 1 to the total count. */
function project(position: number, sums: Map<string, number>): void {
  const id = `sum-${(position * 7) % 20}`;
  sums.set(id, (sums.get(id) ?? 0) + position);
}

function suite({ url, signal, start }: NonNullable<Awaited<ReturnType<typeof startMongoDb>>>): void {
  const KILLS = Number(process.env.MONGODB_KILLS ?? 5);

  /** Folds positions up to `last`, as a projection does: after any error of a commit, the position is read again. */
  const fold = async (store: ReadStore, last: () => number, batch: number) => {
    const errors = new Set<string>();
    for (;;) {
      try {
        const at = await store.position(itemsView);
        if (at >= last()) return errors;
        const next = Math.min(last(), at + batch);
        const changed = new Map<string, number>();
        for (let position = at + 1; position <= next; position += 1) project(position, changed);
        const stored = new Map((await store.getMany(itemsView, [...changed.keys()])).map((doc) => [doc.id, doc]));
        const [count] = await store.getMany(countsView, ['all']);
        const writes: ViewWrite[] = [...changed].map(([id, sum]) => ({
          id,
          doc: { id, scope: 'a', title: id, size: Number(stored.get(id)?.size ?? 0) + sum },
        }));
        const amount = Number(count?.amount ?? 0) + next - at;
        writes.push({ companion: countsView, id: 'all', doc: { id: 'all', scope: 'a', amount } });
        await store.commit(itemsView, at, next, writes, { at: next });
      } catch (error) {
        if (!(error instanceof ConflictError || error instanceof BusyError)) throw error;
        errors.add(error.name);
        if (error instanceof BusyError) await pause(50);
      }
    }
  };

  test.serial('kill -9 under the commits of two projectors: the views equal those of a rebuild', async (t) => {
    const place = freshDatabase(url);
    const mongos = await Promise.all([openMongo({ url: place, logger }), openMongo({ url: place, logger })]);
    const stores = await Promise.all(mongos.map((mongo) => openMongoViews(mongo, { schemas: [itemsView], logger })));
    t.teardown(async () => {
      await Promise.all(stores.map((store) => store.close()));
      await Promise.all(mongos.map((mongo) => mongo.close()));
    });
    const [one, two] = stores.map(({ views }) => views);
    if (one === undefined || two === undefined) throw new Error('two stores were opened');
    let last = Number.POSITIVE_INFINITY;
    const folding = [fold(one, () => last, 1), fold(two, () => last, 3)];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = await one.position(itemsView).catch(() => 0);
      // Kills continue, so they fall between and within commits.
      while ((await two.position(itemsView).catch(() => 0)) < before + 20) await pause(3);
      await signal('SIGKILL');
      await start();
    }
    last = (await one.position(itemsView)) + 50;
    await Promise.all(folding);
    t.is(await two.position(itemsView), last);
    const expected = new Map<string, number>();
    for (let position = 1; position <= last; position += 1) project(position, expected);
    const { rows } = await one.find(itemsView, {});
    t.deepEqual(new Map(rows.map(({ id, size }) => [id, Number(size)])), new Map([...expected].sort()));
    t.is((await one.get(countsView, 'all'))?.amount, last);
    t.log(`${last} positions, ${KILLS} kills`);
  });

  test.serial('a watch goes on after a kill: every commit is reported, or the loss of some', async (t) => {
    const mongo = await openMongo({ url: freshDatabase(url), logger });
    const store = await openMongoViews(mongo, { schemas: [itemsView], logger });
    t.teardown(async () => {
      await store.close();
      await mongo.close();
    });
    const abort = new AbortController();
    const seen = new Set<number>();
    let isLost = false;
    const watching = (async () => {
      for await (const notice of store.views.watch(abort.signal)) {
        if (notice === 'lost') isLost = true;
        else seen.add(notice.position);
      }
    })();
    await fold(store.views, () => 30, 1);
    await signal('SIGKILL');
    await start();
    await fold(store.views, () => 60, 1);
    t.true(await store.views.reached(itemsView, 60, AbortSignal.timeout(HANGING_MS)));
    while (!seen.has(60) && !isLost) await pause(20);
    abort.abort();
    await watching;
    t.true(isLost || seen.size === 60);
    t.log(isLost ? 'lost' : 'all reported');
  });

  test.serial('a position that a killed server has lost does not count as reached', async (t) => {
    const mongo = await openMongo({ url: freshDatabase(url), logger });
    const { views, close } = await openMongoViews(mongo, { schemas: [itemsView], logger });
    t.teardown(async () => {
      await close();
      await mongo.close();
    });
    await fold(views, () => 9, 1);
    t.true(await views.reached(itemsView, 9, AbortSignal.timeout(HANGING_MS)));
    // Imitates a server that comes back without its last commits.
    await mongo.db.collection('view-checkpoints').updateMany({ position: 9 }, { $set: { position: 5 } });
    await signal('SIGKILL');
    await start();
    t.is(await views.position(itemsView), 5);
    t.false(await views.reached(itemsView, 9, AbortSignal.timeout(300)));
    const reached = views.reached(itemsView, 9, AbortSignal.timeout(HANGING_MS));
    await views.commit(itemsView, 5, 9, []);
    t.true(await reached);
  });

  test.serial('a client that died inside a transaction holds a view up only until the server ends it', async (t) => {
    const place = freshDatabase(url);
    const [mongo, dying] = await Promise.all([openMongo({ url: place, logger }), openMongo({ url: place, logger })]);
    const { views, close } = await openMongoViews(mongo, { schemas: [itemsView], logger });
    t.teardown(async () => {
      await close();
      await mongo.close();
    });
    const session = dying.client.startSession();
    session.startTransaction();
    const checkpoints = dying.db.collection('view-checkpoints');
    await checkpoints.updateMany({}, { $set: { position: 99 } }, { session });
    // The session is never ended: nobody aborts its transaction, as after a kill.
    const started = performance.now();
    await views.commit(itemsView, 0, 1, []);
    t.true(performance.now() - started > 500);
    t.is(await views.position(itemsView), 1);
    t.log(`${Math.round(performance.now() - started)} ms`);
    await dying.close();
  });

  test.serial('a server that hangs is a BusyError, and everything works again afterwards', async (t) => {
    const mongo = await openMongo({ url: freshDatabase(url), logger });
    const { views, close } = await openMongoViews(mongo, { schemas: [itemsView, plain], logger });
    t.teardown(async () => {
      await close();
      await mongo.close();
    });
    await fold(views, () => 10, 1);
    await views.beginFilling(plain);
    await signal('SIGSTOP');
    const started = performance.now();
    const calls = [
      () => views.position(itemsView),
      () => views.get(itemsView, 'sum-7'),
      () => views.find(itemsView, { limit: 1 }),
      () => views.commit(plain, 0, 1, [{ id: 'x', doc: {} }]),
    ];
    await Promise.all(calls.map((call) => t.throwsAsync(call(), { instanceOf: BusyError })));
    const waited = performance.now() - started;
    await signal('SIGCONT');
    t.true(waited < HANGING_MS, `${waited} ms`);
    await fold(views, () => 20, 1);
    t.is(await views.position(itemsView), 20);
    t.log(`${Math.round(waited)} ms`);
  });
}
