/**
 * The event log in EventStoreDB beside the bare client, in interleaved rounds: `node infra/bench/engines/event-log.ts`
 * (about a minute). The server is TEST_EVENT_STORE_URL, else kurrentd or eventstored on the PATH.
 */
import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, NO_STREAM, START, streamNameFilter } from '@eventstore/db-client';
import { openEventStoreDb } from '../../engines/eventstoredb/event-store.ts';
import { createLogger } from '../../observability/logger.ts';
import type { EventMetadata } from '../../ports/storage/event-store.ts';
import { findEventStoreDb, NO_EVENT_STORE } from '../../testing/servers/eventstoredb.ts';
import { formatMs, median, percentile, printGoal, printRow, rate, timed } from '../measure.ts';

const ROUNDS = 5;
const APPENDS = 1_500;
const CALLERS = 64;
const EVENTS = 40_000;
const FOLLOWERS = 27;

const metadata: EventMetadata = {
  actor: '0198c0de-0000-7000-8000-000000000001',
  correlationId: '0198c0de-0000-7000-8000-000000000002',
  causationId: '0198c0de-0000-7000-8000-000000000003',
  at: '2026-03-31T12:00:00.000Z',
};

const data = {
  linkId: '0198c0de-0000-7000-8000-000000000004',
  articleLink: 'https://magazine.example/2026/03/ten-ways-to-build-links-that-last?ref=home',
  clientLink: 'https://client.example/products/garden-furniture',
  scope: 'team:0198c0de-0000-7000-8000-000000000005',
  duration: '12 months',
  anchor: 'garden furniture',
};

const newEvent = () => ({ id: randomUUID(), type: 'LinkAdded', data });

type Append = (stream: string) => Promise<unknown>;

async function appendMany(append: Append, callers: number, latencies: number[]): Promise<number> {
  return timed(async () => {
    const one = async () => {
      for (let index = 0; index < APPENDS / callers; index += 1) {
        latencies.push(await timed(async () => void (await append(`link-${randomUUID()}`))));
      }
    };
    await Promise.all(Array.from({ length: callers }, one));
  });
}

async function benchAppends(ways: Readonly<Record<'adapter' | 'bare' | 'batch', Append>>): Promise<void> {
  for (const callers of [1, CALLERS]) {
    const times = { adapter: [] as number[], bare: [] as number[], batch: [] as number[] };
    const latencies = { adapter: [] as number[], bare: [] as number[], batch: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of ['adapter', 'bare', 'batch'] as const) {
        times[name].push(await appendMany(ways[name], callers, latencies[name]));
      }
    }
    printRow(`append, ${callers} at a time`, 'appends/s', 'p50', 'p99');
    for (const [name, title] of [
      ['adapter', 'adapter'],
      ['bare', 'bare client, one call for each append'],
      ['batch', 'bare client, its shared stream'],
    ] as const) {
      const all = latencies[name];
      printRow(
        `  ${title}`,
        rate(APPENDS, median(times[name])),
        ...[0.5, 0.99].map((part) => formatMs(percentile(all, part))),
      );
    }
    const share = median(times.bare) / median(times.adapter);
    const made = `beside the shared stream, which the adapter must not use: ${(median(times.batch) / median(times.adapter)).toFixed(2)}`;
    printGoal(`append, ${callers} at a time: share of the bare client’s rate`, share, 'at least', 0.8, made);
  }
}

async function benchCatchUp(url: string, streamPrefix: string): Promise<void> {
  const logger = createLogger('error');
  const writer = await openEventStoreDb({ url, logger, streamPrefix });
  for (let written = 0; written < EVENTS; written += 500) {
    await writer.append(`link-${written}`, -1, Array.from({ length: 500 }, newEvent), metadata);
  }
  const head = await writer.head();
  await writer.close();
  const follow = async (followers: number) => {
    const log = await openEventStoreDb({ url, logger, streamPrefix });
    const one = async () => {
      const abort = new AbortController();
      for await (const batch of log.follow(0, abort.signal)) if (batch.at(-1)?.position === head) abort.abort();
    };
    const ms = await timed(async () => void (await Promise.all(Array.from({ length: followers }, one))));
    await log.close();
    return ms;
  };
  const bare = async () => {
    const client = EventStoreDBClient.connectionString(url);
    const ms = await timed(async () => {
      const filter = streamNameFilter({ prefixes: [streamPrefix], maxSearchWindow: 500, checkpointInterval: 1_000 });
      const subscription = client.subscribeToAll({ fromPosition: START, filter }, { highWaterMark: 256 });
      for await (const { event } of subscription) if (Number(event?.position.commit) === head) break;
      await subscription.unsubscribe();
    });
    await client.dispose();
    return ms;
  };
  const times = { one: [] as number[], many: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.one.push(await follow(1));
    times.bare.push(await bare());
    times.many.push(await follow(FOLLOWERS));
  }
  printRow('catch up from the beginning', 'events/s');
  printRow('  adapter, one follower', rate(EVENTS, median(times.one)));
  printRow(`  adapter, ${FOLLOWERS} followers, each`, rate(EVENTS, median(times.many)));
  printRow('  bare client, one subscription', rate(EVENTS, median(times.bare)));
}

const server = await findEventStoreDb();
if (server === null) console.log(NO_EVENT_STORE);
else {
  const { url } = server;
  const streamPrefix = `bench-${randomUUID()}-`;
  const log = await openEventStoreDb({ url, logger: createLogger('error'), streamPrefix });
  const client = EventStoreDBClient.connectionString(url);
  const bare =
    (options: { readonly credentials?: { readonly username: string; readonly password: string } }): Append =>
    (stream) =>
      client.appendToStream(`${streamPrefix}${stream}`, jsonEvent({ ...newEvent(), metadata: { ...metadata } }), {
        ...options,
        expectedRevision: NO_STREAM,
      });
  try {
    await benchAppends({
      adapter: (stream) => log.append(stream, -1, [newEvent()], metadata),
      bare: bare({ credentials: { username: 'bench', password: 'bench' } }),
      batch: bare({}),
    });
    await benchCatchUp(url, `${streamPrefix}catch-up-`);
  } finally {
    await log.close();
    await client.dispose();
    await server.stop();
  }
}
