/** A reactor handles events at least once and in order, and never skips one. */

import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openSqliteEvents } from '../../infra/engines/embedded/log/event-log.ts';
import { openDurableStores } from '../../infra/engines/embedded/stores/durable-stores.ts';
import { linkAdded, recordingLog } from '../../infra/testing/event-builder.ts';
import { temporaryFolder } from '../../infra/testing/temporary-folder.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { type Reactor, runReactor } from './run-reactor.ts';

const metadata = { actor: 'ann', correlationId: 'c', causationId: 'c', at: '2027-01-01T00:00:00.000Z' };

/** A log of this many events, from position 1 on. */
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
  const checkpoint = () => durable.checkpoints.get('teams');
  const stop = new AbortController();
  const follow = (reactor: Omit<Reactor, 'name' | 'failing' | 'pauseMs'>, signal = stop.signal) =>
    runReactor(
      { feed: store, ...durable, logger, now: () => new Date() },
      { name: 'teams', failing: 'failing', pauseMs: () => 1, ...reactor },
      signal,
    );
  return { log: logger, durable, checkpoint, follow, stop, append };
}

test('a failing event is retried until it succeeds, is logged once, and holds back later events', async (t) => {
  const { log: logger, checkpoint, follow, stop } = await world(t, 3);
  const taken: number[] = [];
  const following = follow({
    handlers: {
      async LinkAdded({ position }) {
        taken.push(position);
        if (position === 2 && taken.length < 5) throw new Error('not now');
        return true;
      },
    },
  });
  await waitUntil(async () => (await checkpoint()) === 3);
  stop.abort();
  await following;
  t.deepEqual(taken, [1, 2, 2, 2, 2, 3], 'handled events are not delivered again');
  t.deepEqual(
    logger.lines.map(([, line]) => line),
    ['failing'],
  );
});

test('a reactor that gives up on an event goes on with the next', async (t) => {
  const { log: logger, checkpoint, follow, stop } = await world(t, 2);
  const taken: number[] = [];
  const following = follow({
    giveUp: { attempts: 3, message: 'given up' },
    handlers: {
      async LinkAdded({ position }) {
        taken.push(position);
        if (position === 1) throw new Error('never');
        return false;
      },
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

test('an event interrupted by a stop is delivered again, regardless of its handler’s result', async (t) => {
  for (const worked of [true, false]) {
    const { checkpoint, follow, stop } = await world(t, 2);
    await follow({
      handlers: {
        async LinkAdded({ position }) {
          if (position === 2) stop.abort();
          return position === 1 || worked;
        },
      },
    });
    t.is(await checkpoint(), 1);
    const again: number[] = [];
    const second = new AbortController();
    await follow(
      {
        handlers: {
          async LinkAdded({ position }) {
            again.push(position);
            second.abort();
            return true;
          },
        },
      },
      second.signal,
    );
    t.deepEqual(again, [2]);
  }
});

test('a reactor that starts with new events handles no earlier event, and misses none afterwards', async (t) => {
  const { checkpoint, follow, stop, append } = await world(t, 2);
  const taken: number[] = [];
  const beforeBatch: Reactor['beforeBatch'] = async (batch) =>
    void taken.push(...batch.map(({ position }) => position));
  const first = new AbortController();
  const begun = follow({ from: 'now', beforeBatch }, first.signal);
  await waitUntil(async () => (await checkpoint()) === 2);
  first.abort();
  await begun;
  await append();
  const again = follow({ from: 'now', beforeBatch });
  await waitUntil(async () => (await checkpoint()) === 3);
  stop.abort();
  await again;
  t.deepEqual(taken, [3]);
});

for (const [from, repeated] of [
  ['start', [1, 2]],
  ['now', []],
] as const) {
  test(`a reactor from ${from} that is ahead of the log, as after restoring an older one, starts again and warns`, async (t) => {
    const { log: logger, durable, checkpoint, follow, stop, append } = await world(t, 2);
    await durable.leases.hold('reactor teams', (_, token) => durable.checkpoints.put('teams', 50, token), stop.signal);
    const taken: number[] = [];
    const following = follow({
      from,
      handlers: {
        async LinkAdded({ position }) {
          taken.push(position);
          return true;
        },
      },
    });
    await waitUntil(async () => (await checkpoint()) === 2);
    await append();
    await waitUntil(async () => (await checkpoint()) === 3);
    stop.abort();
    await following;
    t.deepEqual(taken, [...repeated, 3]);
    t.deepEqual(
      logger.lines.map(([level, line]) => [level, line.includes('ahead of the log')]),
      [['warn', true]],
    );
  });
}

test('of two reactors with one name only one works, and the other takes over when it stops', async (t) => {
  const { checkpoint, follow, stop, append } = await world(t, 2);
  const taken: string[] = [];
  const as = (name: string) => ({
    handlers: {
      async LinkAdded({ position }: { readonly position: number }) {
        taken.push(`${name} ${position}`);
        return true;
      },
    },
  });
  const first = new AbortController();
  const working = follow(as('first'), first.signal);
  const waiting = follow(as('second'));
  await waitUntil(async () => (await checkpoint()) === 2);
  first.abort();
  await working;
  await append();
  await waitUntil(async () => (await checkpoint()) === 3);
  stop.abort();
  await waiting;
  t.deepEqual(taken, ['first 1', 'first 2', 'second 3']);
});
