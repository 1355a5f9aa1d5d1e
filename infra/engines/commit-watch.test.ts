import test from 'ava';
import { CommitWatch } from './commit-watch.ts';

const notice = (position: number) => ({ view: 'v', position, hasWrites: true, note: null });

test('a waiter finds a commit whose notice was lost', async (t) => {
  const watch = new CommitWatch();
  let position = 1;
  const waiting = watch.reached('v', 2, new AbortController().signal, async () => position);
  position = 2;
  t.true(await waiting);
});

test('a commit between reading the store and waiting is not missed', async (t) => {
  const watch = new CommitWatch();
  let looks = 0;
  const reached = watch.reached('v', 2, new AbortController().signal, async () => {
    watch.notify(notice(2));
    return looks++ === 0 ? 1 : 2;
  });
  t.true(await reached);
  t.is(looks, 2);
});

test('a known position is not read from the store again, until notices are lost', async (t) => {
  const watch = new CommitWatch();
  const { signal } = new AbortController();
  const asked: number[] = [];
  const reached = (position: number, now: number) =>
    watch.reached('v', position, signal, async () => {
      asked.push(position);
      return now;
    });
  watch.notify(notice(3));
  t.true(await reached(3, 0));
  t.deepEqual(asked, []);
  t.true(await reached(4, 7));
  t.true(await reached(7, 0));
  t.deepEqual(asked, [4]);
  watch.lost();
  t.true(await reached(7, 7));
  t.deepEqual(asked, [4, 7]);
});

test("a slow watcher gets 'lost' and every later notice", async (t) => {
  const watch = new CommitWatch();
  const abort = new AbortController();
  const notices = watch.watch(abort.signal);
  const first = notices.next();
  watch.notify(notice(1));
  t.deepEqual((await first).value, notice(1));
  for (let position = 2; position < 20_000; position += 1) watch.notify(notice(position));
  t.is((await notices.next()).value, 'lost');
  let last: unknown = null;
  while (last !== 19_999) {
    const { value } = await notices.next();
    last = value === undefined || value === 'lost' ? value : value.position;
  }
  watch.lost();
  t.is((await notices.next()).value, 'lost');
  abort.abort();
  t.true((await notices.next()).done);
});
