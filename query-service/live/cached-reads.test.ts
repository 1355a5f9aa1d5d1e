import { setImmediate as nextTurn } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { CommitWatch } from '../../infra/engines/commit-watch.ts';
import type { FindResult, ReadStore, ViewDoc } from '../../infra/ports/storage/read-store.ts';
import { openMemoryEngine } from '../../infra/testing/apps/memory-engine.ts';
import { recordingLogger } from '../../infra/testing/recording-logger.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import { allViews } from '../../projections/views/all-views.ts';
import { links } from '../../projections/views/links/links.ts';
import { memberships } from '../../projections/views/people/memberships.ts';
import { users } from '../../projections/views/people/users.ts';
import { cachedReads } from './cached-reads.ts';

const ANN = { where: { userId: 'ann' } };

const member = (userId: string) => ({ id: `t1 ${userId}`, teamId: 't1', userId, role: 'full', since: '' });
const put = (doc: ViewDoc) => [{ id: doc.id, doc }];
const userIds = ({ rows }: FindResult<ViewDoc & { readonly userId: string }>) => rows.map(({ userId }) => userId);

/** A store with one membership, and cached reads of it. `hold` delays notices until it is released. */
async function open(t: ExecutionContext) {
  const { logger } = recordingLogger();
  const { views: store } = openMemoryEngine({ schemas: allViews, logger, now: () => new Date(0) });
  await store.commit(memberships, 0, 1, put(member('ann')));
  const asked: string[] = [];
  let held = Promise.resolve();
  const live: ReadStore = {
    ...store,
    find: (view, query) => {
      asked.push(`find ${view.name}`);
      return store.find(view, query);
    },
    getMany: (view, ids) => {
      asked.push(`get ${view.name} ${ids.join()}`);
      return store.getMany(view, ids);
    },
    async *watch(signal) {
      for await (const notice of store.watch(signal)) {
        await held;
        yield notice;
      }
    },
  };
  const clock = { ms: 0 };
  const { reads, follow } = cachedReads(live, () => clock.ms);
  const stop = new AbortController();
  const following = follow(stop.signal);
  t.teardown(async () => {
    stop.abort();
    await following;
  });
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
  return { store, reads, asked, clock, hold };
}

test('an answer is read once until a commit writes to its view', async (t) => {
  const { store, reads, asked } = await open(t);
  t.deepEqual(userIds(await reads.find(memberships, ANN)), ['ann']);
  await store.commit(users, 0, 2, put({ id: 'bob' }));
  await store.commit(memberships, 1, 2, []);
  t.deepEqual(userIds(await reads.find(memberships, ANN)), ['ann']);
  t.deepEqual(asked, ['find memberships']);
  await store.commit(memberships, 2, 3, [{ id: 't1 ann', doc: null }]);
  await waitUntil(async () => (await reads.find(memberships, ANN)).total === 0);
});

test('documents, even missing ones, are read once, in the order of their ids', async (t) => {
  const { store, reads, asked } = await open(t);
  await store.commit(users, 0, 1, [...put({ id: 'ann' }), ...put({ id: 'bob' })]);
  t.deepEqual(await reads.getMany(users, ['bob', 'eve']), [{ id: 'bob' }] as never[]);
  t.deepEqual(await reads.getMany(users, ['ann', 'bob', 'eve']), [{ id: 'ann' }, { id: 'bob' }] as never[]);
  t.is(await reads.get(users, 'eve'), null);
  t.deepEqual(asked, ['get users bob,eve', 'get users ann']);
});

test('a read that waits for a position shows the commit at that position, even if its notice is late', async (t) => {
  const { store, reads, hold } = await open(t);
  t.is((await reads.find(memberships, ANN)).total, 1);
  const release = hold();
  await store.commit(memberships, 1, 5, [{ id: 't1 ann', doc: null }]);
  t.is((await reads.find(memberships, ANN)).total, 1);
  t.true(await reads.reached(memberships, 5, AbortSignal.timeout(1_000)));
  t.is((await reads.find(memberships, ANN)).total, 0);
  release();
});

test('after lost notices everything is read again, and earlier notices no longer count', async (t) => {
  const { store } = await open(t);
  const watch = new CommitWatch();
  const { reads, follow } = cachedReads({
    ...store,
    reached: async () => true,
    watch: (signal) => watch.watch(signal),
  });
  const stop = new AbortController();
  const following = follow(stop.signal);
  watch.notify({ view: memberships.name, position: 7, hasWrites: true, note: null });
  await nextTurn();
  t.is((await reads.find(memberships, ANN)).total, 1);
  await store.commit(memberships, 1, 5, [{ id: 't1 ann', doc: null }]);
  watch.lost();
  await nextTurn();
  t.is((await reads.find(memberships, ANN)).total, 0);
  await store.commit(memberships, 5, 6, put(member('ann')));
  t.is((await reads.find(memberships, ANN)).total, 0);
  t.true(await reads.reached(memberships, 6, AbortSignal.timeout(1_000)));
  t.is((await reads.find(memberships, ANN)).total, 1);
  stop.abort();
  await following;
});

test('a lost notice makes reads stale for a second at most', async (t) => {
  const { store, reads, hold, clock } = await open(t);
  await reads.find(memberships, ANN);
  const release = hold();
  await store.commit(memberships, 1, 5, [{ id: 't1 ann', doc: null }]);
  clock.ms = 999;
  t.is((await reads.find(memberships, ANN)).total, 1);
  clock.ms = 1_000;
  t.is((await reads.find(memberships, ANN)).total, 0);
  release();
});

test('a read that a commit overtakes is not cached', async (t) => {
  const { store, reads } = await open(t);
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = cachedReads({
    ...store,
    async find(view, query) {
      const found = await store.find(view, query);
      await promise;
      return found;
    },
  });
  const stop = new AbortController();
  const following = slow.follow(stop.signal);
  const asked = slow.reads.find(memberships, ANN);
  await store.commit(memberships, 1, 2, [{ id: 't1 ann', doc: null }]);
  await waitUntil(async () => (await reads.find(memberships, ANN)).total === 0);
  resolve();
  t.is((await asked).total, 1);
  t.is((await slow.reads.find(memberships, ANN)).total, 0);
  stop.abort();
  await following;
});

test('other views are not cached', async (t) => {
  const { reads, asked } = await open(t);
  await reads.get(links, 'x');
  await reads.get(links, 'x');
  await reads.find(links, {});
  await reads.find(links, {});
  t.deepEqual(asked, ['get links x', 'get links x', 'find links', 'find links']);
});

test('nothing is cached before or after the cache follows the commits', async (t) => {
  const { store } = await open(t);
  const { reads, follow } = cachedReads(store);
  const stop = new AbortController();
  t.is((await reads.find(memberships, ANN)).total, 1);
  await store.commit(memberships, 1, 2, [{ id: 't1 ann', doc: null }]);
  t.is((await reads.find(memberships, ANN)).total, 0);
  const following = follow(stop.signal);
  t.is((await reads.find(memberships, ANN)).total, 0);
  stop.abort();
  await following;
  await store.commit(memberships, 2, 3, put(member('ann')));
  t.is((await reads.find(memberships, ANN)).total, 1);
});

test('a caller that changes the list of an answer does not change the cache', async (t) => {
  const { reads } = await open(t);
  (await reads.find(memberships, ANN)).rows.pop();
  (await reads.find(memberships, ANN)).rows.pop();
  t.is((await reads.find(memberships, ANN)).rows.length, 1);
});
