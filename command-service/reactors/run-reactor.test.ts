/** Following the log: at least once, in order, and never past what was not done. */

import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openSqliteEvents } from '../../infra/engines/embedded/log/event-log.ts';
import { openDurableStores } from '../../infra/engines/embedded/stores/durable-stores.ts';
import { linkAdded, recordingLog } from '../../infra/testing/event-builder.ts';
import { temporaryFolder } from '../../infra/testing/temporary-folder.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import type { LinkledgerEvent } from '../events.ts';
import { type Reactor, runReactor } from './run-reactor.ts';

const metadata = { actor: 'ann', correlationId: 'c', causationId: 'c', at: '2027-01-01T00:00:00.000Z' };

/** A log of that many events, at positions 1 and on. */
async function world(t: ExecutionContext, events: number) {
  const folder = temporaryFolder(t);
  const store = openSqliteEvents<LinkledgerEvent>(path.join(folder, 'events.db'));
  const durable = openDurableStores(path.join(folder, 'durable.db'), () => new Date());
  const logger = recordingLog();
  t.teardown(async () => {
    await store.close();
    durable.close();
  });
  let made = 0;
  const append = async () => {
    made += 1;
    await store.append(`link-l${made}`, -1, [{ ...linkAdded(`l${made}`), id: `e${made}` }], metadata);
  };
  while (made < events) await append();
  const checkpoint = () => durable.checkpoints.get('test');
  const stop = new AbortController();
  const follow = (follower: Omit<Reactor, 'name' | 'failing' | 'pauseMs'>, signal = stop.signal) =>
    runReactor(
      { feed: store, ...durable, logger },
      { name: 'test', failing: 'failing', pauseMs: () => 1, ...follower },
      signal,
    );
  return { log: logger, checkpoint, follow, stop, append };
}

test('an event that fails is tried until it is done, said once, and nothing behind it is done before', async (t) => {
  const { log: logger, checkpoint, follow, stop } = await world(t, 3);
  const taken: number[] = [];
  const following = follow({
    async onEvent({ position }) {
      taken.push(position);
      if (position === 2 && taken.length < 5) throw new Error('not now');
      return true;
    },
  });
  await waitUntil(async () => (await checkpoint()) === 3);
  stop.abort();
  await following;
  t.deepEqual(taken, [1, 2, 2, 2, 2, 3], 'what was done is not done again');
  t.deepEqual(
    logger.lines.map(([, line]) => line),
    ['failing'],
  );
});

test('where it is said so an event is given up, and the others have their turn', async (t) => {
  const { log: logger, checkpoint, follow, stop } = await world(t, 2);
  const taken: number[] = [];
  const following = follow({
    giveUp: { attempts: 3, words: 'given up' },
    async onEvent({ position }) {
      taken.push(position);
      if (position === 1) throw new Error('never');
      return false;
    },
  });
  await waitUntil(async () => (await checkpoint()) === 2);
  stop.abort();
  await following;
  t.deepEqual(taken, [1, 1, 1, 2]);
  t.deepEqual(
    logger.lines.map(([, line]) => line),
    ['failing', 'given up'],
  );
});

test('what is cut short by a stop comes again, whatever it says of itself', async (t) => {
  for (const worked of [true, false]) {
    const { checkpoint, follow, stop } = await world(t, 2);
    await follow({
      async onEvent({ position }) {
        if (position === 2) stop.abort();
        return position === 1 || worked;
      },
    });
    t.is(await checkpoint(), 1);
    const again: number[] = [];
    const second = new AbortController();
    await follow(
      {
        async onEvent({ position }) {
          again.push(position);
          second.abort();
          return true;
        },
      },
      second.signal,
    );
    t.deepEqual(again, [2]);
  }
});

test('who begins with what comes takes nothing of before, and misses nothing after the first start', async (t) => {
  const { checkpoint, follow, stop, append } = await world(t, 2);
  const taken: number[] = [];
  const before: Reactor['before'] = async (batch) => void taken.push(...batch.map(({ position }) => position));
  const first = new AbortController();
  const begun = follow({ from: 'now', before }, first.signal);
  await waitUntil(async () => (await checkpoint()) === 2);
  first.abort();
  await begun;
  await append();
  const again = follow({ from: 'now', before });
  await waitUntil(async () => (await checkpoint()) === 3);
  stop.abort();
  await again;
  t.deepEqual(taken, [3]);
});
