/** The distributed engine: the log in EventStoreDB, everything else in MongoDB, checks through Kafka or memory. */
import { hostname } from 'node:os';
import type { Engine, EngineOptions, QueueTypes, Servers } from '../../ports/engine.ts';
import type { SecretName } from '../../ports/process/secrets.ts';
import { StartError } from '../../ports/process/start-error.ts';
import type { EventShape } from '../../ports/storage/event-store.ts';
import { startReaderThread } from '../embedded/threads/reader-thread.ts';
import { runHere } from '../run-here.ts';

/**
 * Connects to the configured servers; each client is loaded only then. A part of another server throws a TypeError: the
 * roles of the process were declared not to need it.
 * @throws StartError if a server cannot be reached or used; the message says what to do.
 */
export async function openDistributedEngine<E extends EventShape, Q extends QueueTypes>(
  options: EngineOptions,
  servers: Servers,
): Promise<Engine<E, Q>> {
  const { logger, secrets } = options;
  const closers: (() => Promise<void>)[] = [];
  const closing = { add: (close: () => Promise<void>) => void closers.unshift(close) };
  const close = async () => {
    for (const each of closers.splice(0)) await each();
  };
  try {
    const log = await openLog<E>(options, servers, closing);
    const stores = await openStores(options, servers, closing);
    const queues = await openQueues<Q>(options, servers, closing);
    return {
      get log() {
        return opened(log, 'EventStoreDB');
      },
      get keys() {
        return opened(stores, 'MongoDB').keys;
      },
      get views() {
        return opened(stores, 'MongoDB').views;
      },
      get newViews() {
        return opened(stores, 'MongoDB').newViews;
      },
      get values() {
        return opened(stores, 'MongoDB').values;
      },
      get state() {
        return opened(stores, 'MongoDB').state;
      },
      get checkpoints() {
        return opened(stores, 'MongoDB').checkpoints;
      },
      get leases() {
        return opened(stores, 'MongoDB').leases;
      },
      get blobs() {
        return opened(stores, 'MongoDB').blobs;
      },
      ...queues,
      secrets: { secret: (name) => secretOf(name, secrets?.[name]) },
      isShared: true,
      // What MongoDB deletes stays in free blocks of its files until it overwrites them; no command clears them.
      eraseDeleted: async () => {},
      runRole(role) {
        const { keys, views } = opened(stores, 'MongoDB');
        return runHere({ log: opened(log, 'EventStoreDB'), keys, views, logger }, role);
      },
      // Several concurrent requests fill MongoDB already.
      fillBeside: null,
      runReader(reader) {
        if (servers.readStoreUrl === null) throw new TypeError('no role of this process uses MongoDB');
        return startReaderThread({
          ...{ reader, logger, logLevel: options.logLevel, schemas: options.schemas },
          script: new URL('./reader-worker.ts', import.meta.url),
          source: servers.readStoreUrl,
        });
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Closing {
  /** The part that is added last is closed first. */
  add(close: () => Promise<void>): void;
}

function opened<T>(part: T | null, server: string): T {
  if (part === null) throw new TypeError(`no role of this process uses ${server}`);
  return part;
}

function secretOf(name: SecretName, value: string | null | undefined): string {
  if (value) return value;
  throw new StartError(`${name.toUpperCase()}_SECRET must be set: the same value in every process.`);
}

async function openLog<E extends EventShape>({ logger }: EngineOptions, servers: Servers, closing: Closing) {
  if (servers.eventStoreUrl === null) return null;
  const { openEventStoreDb } = await import('../eventstoredb/event-store.ts');
  const { eventStoreUrl: url, namespace: streamPrefix } = servers;
  const log = await openEventStoreDb<E>({ url, logger, streamPrefix });
  closing.add(() => log.close());
  return log;
}

async function openStores({ schemas, logger, now }: EngineOptions, { readStoreUrl: url }: Servers, closing: Closing) {
  if (url === null) return null;
  const { openMongo } = await import('../mongodb/database.ts');
  const mongo = await openMongo({ url, logger });
  closing.add(() => mongo.close());
  const [
    { openMongoViews },
    { openMongoValues },
    { openMongoKeys },
    { openMongoCheckpoints },
    { openMongoLeases },
    { openMongoBlobs },
  ] = await Promise.all([
    import('../mongodb/views/read-store.ts'),
    import('../mongodb/state/values.ts'),
    import('../mongodb/state/key-store.ts'),
    import('../mongodb/state/checkpoints.ts'),
    import('../mongodb/state/leases.ts'),
    import('../mongodb/blobs/blob-store.ts'),
  ]);
  const { views, newViews, close } = await openMongoViews(mongo, { schemas, logger });
  closing.add(close);
  return {
    ...{ views, newViews },
    ...(await openMongoValues(mongo, now)),
    keys: openMongoKeys(mongo),
    checkpoints: openMongoCheckpoints(mongo),
    leases: openMongoLeases(mongo, { holder: `${hostname()} ${process.pid}`, logger }),
    blobs: await openMongoBlobs(mongo),
  };
}

/** Without Kafka all roles around the queue are in this process. */
async function openQueues<Q extends QueueTypes>(
  { logger }: EngineOptions,
  { kafka: servers, namespace }: Servers,
  closing: Closing,
): Promise<Pick<Engine<EventShape, Q>, 'checks' | 'screenshots' | 'prints' | 'linkStatus' | 'metrics'>> {
  if (servers === null) {
    const { createCheckQueue } = await import('../embedded/stores/check-queue.ts');
    const queues = { checks: createCheckQueue(), screenshots: createCheckQueue(), prints: createCheckQueue() };
    return { ...queues, linkStatus: null, metrics: [] };
  }
  const [{ openKafka }, { kafkaQueues }, { linkStatusTopic }] = await Promise.all([
    import('../kafka/topics.ts'),
    import('../kafka/queues.ts'),
    import('../kafka/link-status.ts'),
  ]);
  const kafka = await openKafka({ ...servers, namespace, logger });
  closing.add(() => kafka.close());
  return {
    ...kafkaQueues<Q>(kafka),
    linkStatus: linkStatusTopic(kafka),
    metrics: [
      {
        type: 'gauge',
        name: 'linkledger_queue_lag',
        help: 'Messages of a topic that a group has not processed yet.',
        labels: ['group', 'topic', 'partition'],
        read: async () =>
          (await kafka.lag()).map(({ group, topic, partition, lag }) => ({
            labels: { group, topic, partition: String(partition) },
            value: lag,
          })),
      },
      {
        type: 'gauge',
        name: 'linkledger_queue_oldest_seconds',
        help: 'The age of the oldest message of a topic that this process has read but not finished.',
        labels: ['topic'],
        read: async () => kafka.oldestMs().map(({ topic, ms }) => ({ labels: { topic }, value: ms / 1_000 })),
      },
    ],
  };
}
