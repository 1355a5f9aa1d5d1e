import { join } from 'node:path';
import test from 'ava';
import { openSqliteEvents } from '../engines/embedded/log/event-log.ts';
import { openDurableStores } from '../engines/embedded/stores/durable-stores.ts';
import type { Feed } from '../ports/storage/event-store.ts';
import { memoryCheckpoints, memoryLeases, memoryLog, memoryValues } from '../testing/apps/memory-engine.ts';
import { metadata, type Noted, noted } from '../testing/contracts/event-store.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { CHAIN_START, chainHash, toHex, toStoredEvent } from './chain.ts';
import { chainReader, marksOf } from './chain-pages.ts';
import { LogChain } from './follow-chain.ts';
import { eventsUpToNow } from './read-log.ts';

/** Parts that several runs of a chain share, as several starts of a server do. */
function stores() {
  const now = () => new Date();
  const { logger, said } = recordingLogger();
  return { state: memoryValues(now), checkpoints: memoryCheckpoints(), leases: memoryLeases(), logger, said };
}

/** The hash of the last event, computed from the log alone. */
async function hashOf(feed: Feed<Noted>): Promise<string> {
  let hash = CHAIN_START;
  for await (const batch of eventsUpToNow(feed))
    for (const event of batch) hash = chainHash(hash, toStoredEvent(event));
  return toHex(hash);
}

/** Starts a chain and stops it once it covers `count` events. */
async function followTo(count: number, deps: ConstructorParameters<typeof LogChain>[0]): Promise<void> {
  const stop = new AbortController();
  const chain = new LogChain(deps);
  const running = chain.run(stop.signal);
  await waitUntil(() => chain.head?.count === count);
  stop.abort();
  await running;
}

async function append(log: ReturnType<typeof memoryLog<Noted>>, stream: string, count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => `${stream} ${index}`);
  await log.append(
    stream,
    -1,
    names.map((name) => noted(name)),
    metadata,
  );
}

test('the chain covers every event, over the end of pages and over restarts', async (t) => {
  const log = memoryLog<Noted>();
  const deps = { ...stores(), feed: log };
  await append(log, 'one', 999);
  await followTo(999, deps);
  await append(log, 'two', 2);
  await followTo(1_001, deps);
  await append(log, 'three', 1_500);
  await followTo(2_501, deps);
  const reader = chainReader(deps.state);
  t.is((await reader.head())?.hash, await hashOf(log));
  const pages = await Promise.all([0, 1, 2, 3].map((number) => reader.page(number)));
  t.deepEqual(
    pages.map((page) => (page === null ? null : marksOf(page).length)),
    [1_000, 1_000, 501, null],
  );
  t.deepEqual(deps.said, []);
});

test('a log from before the chain gets its chain at the first start', async (t) => {
  const file = join(temporaryFolder(t), 'events.db');
  const log = openSqliteEvents<Noted>(file, { pageRows: 7 });
  t.teardown(() => log.close());
  for (let index = 0; index < 50; index += 1) await log.append(`s-${index}`, -1, [noted(`${index}`)], metadata);
  const deps = { ...stores(), feed: log };
  await followTo(50, deps);
  t.is((await chainReader(deps.state).head())?.hash, await hashOf(log));
});

test('a log that lost its last events, or has others in their place, is reported, and the chain stops', async (t) => {
  const log = memoryLog<Noted>();
  const deps = stores();
  await append(log, 'one', 30);
  await followTo(30, { ...deps, feed: log });
  const before = await chainReader(deps.state).head();

  const cut = memoryLog<Noted>();
  await append(cut, 'one', 29);
  const replaced = memoryLog<Noted>();
  await append(replaced, 'one', 29);
  await replaced.append('one', 28, [noted('one 30')], metadata);
  await append(replaced, 'more', 5);
  for (const feed of [cut, replaced]) {
    const stop = new AbortController();
    const chain = new LogChain({ ...deps, feed });
    const running = chain.run(stop.signal);
    await waitUntil(() => chain.status === 'broken');
    t.is(chain.head, null);
    stop.abort();
    await running;
  }
  t.is(deps.said.length, 2);
  t.regex(deps.said[0] ?? '', /^the log does not have event 30, .*Run npm run verify$/);
  t.deepEqual(await chainReader(deps.state).head(), before);
});

test('a process whose lease another one took over writes nothing to the chain', async (t) => {
  const folder = temporaryFolder(t);
  const durable = openDurableStores(join(folder, 'durable.db'), () => new Date());
  t.teardown(() => durable.close());
  const log = memoryLog<Noted>();
  await append(log, 'one', 3);
  await durable.checkpoints.put('log-chain', 0, 1_000);
  const { logger, said } = recordingLogger();
  const stop = new AbortController();
  const chain = new LogChain({ ...durable, feed: log, logger });
  const running = chain.run(stop.signal);
  await waitUntil(() => said.length === 1);
  stop.abort();
  await running;
  t.is(await chainReader(durable.state).head(), null);
});
