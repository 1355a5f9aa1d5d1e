import test from 'ava';
import { ViewLag } from './view-lag.ts';

function follow() {
  const state = { head: 0, now: 0, links: 0, alerts: 0 };
  const lag = new ViewLag({
    head: async () => state.head,
    positions: () => [
      { view: 'links', position: state.links },
      { view: 'alerts', position: state.alerts },
    ],
    now: () => state.now,
    everyMs: 1_000,
  });
  const seconds = async () => (await lag.seconds()).map((each) => each.seconds);
  return { state, lag, seconds };
}

test('a view is behind since the first event that it has not read', async (t) => {
  const { state, lag, seconds } = follow();
  Object.assign(state, { head: 4_000, now: 1_000 });
  await lag.look();
  Object.assign(state, { head: 9_000, now: 3_000, links: 4_000 });
  await lag.look();
  state.now = 5_000;
  t.deepEqual(await seconds(), [2, 4]);
  Object.assign(state, { links: 9_000, alerts: 9_000 });
  t.deepEqual(await seconds(), [0, 0]);
});

test('while nothing is appended, views at the end of the log are not behind', async (t) => {
  const { state, lag, seconds } = follow();
  Object.assign(state, { head: 7, links: 7, alerts: 7 });
  for (state.now = 0; state.now < 60_000; state.now += 1_000) await lag.look();
  t.deepEqual(await seconds(), [0, 0]);
});

test('a view that stopped long ago is behind since about that time, however long the log grew', async (t) => {
  const { state, lag, seconds } = follow();
  for (let at = 1; at <= 5_000; at++) {
    Object.assign(state, { head: at, links: at - 1, now: at * 1_000 });
    await lag.look();
  }
  const [, stopped = 0] = await seconds();
  t.is(stopped, 4_999);
});

test('a log that does not answer does not end the measurement', async (t) => {
  const stop = new AbortController();
  let calls = 0;
  const lag = new ViewLag({
    async head() {
      calls++;
      if (calls === 3) stop.abort();
      throw new Error('no answer');
    },
    positions: () => [],
    now: () => 0,
    everyMs: 1,
  });
  await lag.run(stop.signal);
  t.is(calls, 3);
  t.deepEqual(await lag.seconds(), []);
});
