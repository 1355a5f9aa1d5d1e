/** Faults of the server and of the network, and a long log. Each test has its own server. */
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { BusyError, TooLargeError } from '../../ports/storage/errors.ts';
import type { RecordedEvent } from '../../ports/storage/event-store.ts';
import { eventId, metadata, type Noted, noted, readFeed } from '../../testing/contracts/event-store.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { NO_EVENT_STORE, startEventStoreDb } from '../../testing/servers/eventstoredb.ts';
import { findProgram } from '../../testing/servers/find-server.ts';
import { startTcpProxy } from '../../testing/servers/tcp-proxy.ts';
import { HANGING_MS, waitUntil } from '../../testing/wait-until.ts';
import { openEventStoreDb } from './event-store.ts';

const hasProgram = findProgram('kurrentd', 'eventstored') !== null;
/** How long an outage continues after an append gave up, in ms: long enough to give up the connection. */
const OUTAGE_MS = 20_000;

if (hasProgram) runSuite();
else test.skip(NO_EVENT_STORE, (t) => t.fail());

/** A server behind a proxy, and the log opened through the proxy. */
async function openThroughProxy(t: ExecutionContext, options?: Readonly<Record<string, string>>) {
  const server = await startEventStoreDb(options);
  if (server === null) throw new Error(NO_EVENT_STORE);
  t.teardown(() => server.stop());
  const proxy = await startTcpProxy(server.ports[0] ?? 0);
  t.teardown(() => proxy.close());
  const { logger, said } = recordingLogger();
  const log = await openEventStoreDb<Noted>({ url: `esdb://127.0.0.1:${proxy.port}?tls=false`, logger });
  t.teardown(() => log.close());
  return { server, proxy, log, said };
}

type Log = Awaited<ReturnType<typeof openThroughProxy>>['log'];

/** Follows from the beginning; the array grows. */
function collect(t: ExecutionContext, log: Log): readonly RecordedEvent<Noted>[] {
  const seen: RecordedEvent<Noted>[] = [];
  const abort = new AbortController();
  t.teardown(() => abort.abort());
  void (async () => {
    for await (const batch of log.follow(0, abort.signal)) seen.push(...batch);
  })();
  return seen;
}

async function timed<T>(work: Promise<T>): Promise<{ readonly ms: number; readonly result: PromiseSettledResult<T> }> {
  const start = performance.now();
  const [result] = await Promise.allSettled([work]);
  return { ms: performance.now() - start, result };
}

/** Appends to a stream until the event is there; returns the number of attempts. */
async function appendSurely(log: Log, stream: string, expected: number, name: string): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await log.append(stream, expected, [noted(name)], metadata);
      return attempt;
    } catch (error) {
      if (!(error instanceof BusyError)) throw error;
    }
  }
}

function assertOnceInOrder(t: ExecutionContext, events: readonly RecordedEvent<Noted>[]): void {
  t.true(events.every(({ position }, index) => index === 0 || position > (events[index - 1]?.position ?? 0)));
  t.is(new Set(events.map(({ id }) => id)).size, events.length);
}

function runSuite(): void {
  test.serial('a server killed under appends loses no acknowledged event and writes none twice', async (t) => {
    const { server, log } = await openThroughProxy(t);
    const seen = collect(t, log);
    const writers = 16;
    const acknowledged: string[] = [];
    let isOver = false;
    const writing = Array.from({ length: writers }, async (_, writer) => {
      for (let revision = -1; !isOver; revision += 1) {
        await appendSurely(log, `w-${writer}`, revision, `${writer}/${revision}`);
        acknowledged.push(eventId(`${writer}/${revision}`));
      }
    });
    for (let kill = 0; kill < 6; kill += 1) {
      const before = acknowledged.length;
      await waitUntil(() => acknowledged.length >= before + 200);
      await server.signal('SIGKILL');
      await server.start();
    }
    isOver = true;
    await Promise.all(writing);
    const head = await log.head();
    await waitUntil(() => seen.at(-1)?.position === head);
    assertOnceInOrder(t, seen);
    t.deepEqual(seen.map(({ id }) => id).toSorted(), acknowledged.toSorted());
    t.log(`${acknowledged.length} appends, 6 kills`);
  });

  test.serial('a stopped server makes appends busy, and the follower goes on afterwards', async (t) => {
    const { server, log } = await openThroughProxy(t);
    const seen = collect(t, log);
    await appendSurely(log, 'a', -1, '1');
    await server.signal('SIGSTOP');
    const { ms, result } = await timed(log.append('a', 0, [noted('2')], metadata));
    t.true(ms < HANGING_MS, `${ms} ms`);
    t.true(result.status === 'rejected' && result.reason instanceof BusyError);
    await pause(OUTAGE_MS);
    await server.signal('SIGCONT');
    const { ms: recovered } = await timed(
      appendSurely(log, 'a', 0, '2').then(() => waitUntil(() => seen.length === 2)),
    );
    assertOnceInOrder(t, seen);
    t.log(`append ended after ${Math.round(ms)} ms, all was back after ${Math.round(recovered)} ms`);
  });

  test.serial('a network that swallows everything makes appends busy, and appends work again afterwards', async (t) => {
    const { proxy, log, said } = await openThroughProxy(t);
    const seen = collect(t, log);
    await appendSurely(log, 'a', -1, '1');
    proxy.set('swallow');
    const ended = await Promise.all(
      Array.from({ length: 150 }, (_, index) => timed(log.append(`b-${index}`, -1, [noted(`b-${index}`)], metadata))),
    );
    t.true(ended.every(({ result }) => result.status === 'rejected' && result.reason instanceof BusyError));
    const slowest = Math.max(...ended.map(({ ms }) => ms));
    t.true(slowest < HANGING_MS, `${slowest} ms`);
    await pause(OUTAGE_MS);
    t.deepEqual(said, ['the event store does not send events; trying again until it does']);
    proxy.set('pass');
    const { ms: recovered } = await timed(
      appendSurely(log, 'a', 0, '2').then(() => waitUntil(() => seen.some(({ id }) => id === eventId('2')))),
    );
    assertOnceInOrder(t, seen);
    t.log(`appends ended after ${Math.round(slowest)} ms, all was back after ${Math.round(recovered)} ms`);
  });

  test.serial('connections that are cut, reset or slow lose no event and write none twice', async (t) => {
    const { proxy, log } = await openThroughProxy(t);
    const seen = collect(t, log);
    let written = 0;
    let isOver = false;
    const writing = Array.from({ length: 8 }, async (_, writer) => {
      for (let revision = -1; !isOver; revision += 1) {
        await appendSurely(log, `w-${writer}`, revision, `${writer}/${revision}`);
        written += 1;
      }
    });
    const faults = [() => proxy.cut(), () => proxy.reset(), () => proxy.set('slow'), () => proxy.set('pass')];
    for (let round = 0; round < 20; round += 1) {
      const before = written;
      await waitUntil(() => written >= before + 30);
      faults[round % faults.length]?.();
    }
    isOver = true;
    await Promise.all(writing);
    await waitUntil(() => seen.length >= written);
    assertOnceInOrder(t, seen);
    t.is(seen.length, written);
  });

  test.serial('an append whose answer is lost is stored once, and its repeat has the same result', async (t) => {
    const { server, proxy, log } = await openThroughProxy(t);
    const direct = await openEventStoreDb<Noted>({ url: server.url, logger: recordingLogger().logger });
    t.teardown(() => direct.close());
    await appendSurely(log, 'a', -1, '1');
    proxy.set('swallow-answers');
    const lost = log.append('a', 0, [noted('2')], metadata);
    await waitUntil(async () => (await direct.read('a')).revision === 1);
    proxy.set('pass');
    proxy.reset();
    const first = await lost;
    t.deepEqual(await log.append('a', 0, [noted('2')], metadata), first);
    const { events, revision } = await log.read('a');
    t.is(revision, 1);
    t.is(events[1]?.position, first.position);
    t.is(await log.head(), first.position);
  });

  test.serial('an append too large only for the server is a TooLargeError, and nothing is written', async (t) => {
    // From 25.1 on a single event also has a limit, which must not be the larger one.
    const isKurrentDb = path.basename(findProgram('kurrentd', 'eventstored') ?? '') === 'kurrentd';
    const limits = { 'max-append-size': '1000', ...(isKurrentDb && { 'max-append-event-size': '900' }) };
    const { log } = await openThroughProxy(t, limits);
    const [one, two] = [[noted('1', 'x'.repeat(2_000))], ['1', '2'].map((id) => noted(id, 'x'.repeat(600)))];
    const tooLarge = { instanceOf: TooLargeError, message: isKurrentDb ? /at most 900 / : /at most 1000 / };
    await t.throwsAsync(log.append('a', -1, one, metadata), tooLarge);
    await t.throwsAsync(log.append('a', -1, two, metadata), { ...tooLarge, message: /at most 1000 / });
    t.is((await log.read('a')).revision, -1);
  });

  test.serial('followers behind the window and at the end see every event once, in order', async (t) => {
    const { log } = await openThroughProxy(t);
    const total = 8_000;
    let revision = -1;
    const write = async (count: number) => {
      const events = Array.from({ length: count }, (_, index) => noted(`${revision + 1 + index}`));
      ({ revision } = await log.append('a', revision, events, metadata));
    };
    for (let index = 0; index < 3; index += 1) await write(1_000);
    const early = Array.from({ length: 12 }, () => readFeed(log, 0, total));
    for (let index = 0; index < 5; index += 1) await write(1_000);
    const late = readFeed(log, 0, total);
    for (const events of [...(await Promise.all(early)), await late]) {
      t.true(events.every((event, index) => event.revision === index));
      t.is(events.length, total);
    }
  });
}
