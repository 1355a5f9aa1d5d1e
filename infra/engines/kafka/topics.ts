/** The connection to Kafka: its topics, publishing, groups, and their lag. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type Admin, Kafka as Client, type KafkaConfig, logLevel, Partitioners, type SASLOptions } from 'kafkajs';
import type { KafkaServers } from '../../ports/engine.ts';
import type { Logger } from '../../ports/process/logger.ts';
import { pauseFor } from '../../ports/process/rounds.ts';
import { StartError } from '../../ports/process/start-error.ts';
import { hostAssigner } from './assigner.ts';
import { clientLog } from './client-log.ts';
import { type ConsumerOptions, type GroupMember, joinGroup } from './consumer.ts';
import type { IncomingMessage, OutgoingMessage } from './messages.ts';
import { ANSWER_MS, TopicWriter } from './topic-writer.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const HOUR_MS = DAY_MS / 24;
/** A broker refuses larger messages unless its topic allows more. */
export const MAX_BYTES = 1_000_000;
/** A screenshot has at most 1.5 MB, in base64 a third more, and its markup comes with it. */
export const MAX_SCREENSHOT_BYTES = 3_000_000;
/** Topics keyed by host have the same number of partitions: see assigner.ts. */
const BY_HOST = 48;

interface TopicSpec {
  readonly partitions: number;
  readonly config: Readonly<Record<string, string>>;
}

const expiring = (ms: number) => ({ 'cleanup.policy': 'delete', 'retention.ms': `${ms}` });

/** All topics, without their prefix. */
const TOPICS = {
  'checks.hurried': { partitions: BY_HOST, config: expiring(DAY_MS) },
  'checks.patient': { partitions: BY_HOST, config: expiring(7 * DAY_MS) },
  'checks.reported': { partitions: 12, config: expiring(3 * DAY_MS) },
  'screenshots.requested': { partitions: BY_HOST, config: expiring(HOUR_MS) },
  'screenshots.taken': {
    partitions: 12,
    config: { ...expiring(HOUR_MS), 'max.message.bytes': `${MAX_SCREENSHOT_BYTES + 100_000}` },
  },
  'link-status': { partitions: 12, config: { 'cleanup.policy': 'compact' } },
  dead: { partitions: 1, config: expiring(30 * DAY_MS) },
} as const satisfies Readonly<Record<string, TopicSpec>>;

export type TopicName = keyof typeof TOPICS;
export const TOPIC_NAMES = Object.keys(TOPICS) as readonly TopicName[];

export interface KafkaOptions extends KafkaServers {
  /** The prefix of all topics and groups, if installations share brokers. */
  readonly namespace: string;
  readonly logger: Logger;
  /** A killed consumer is noticed after this many milliseconds. Default 30,000. */
  readonly sessionMs?: number;
  /** The number of partitions of each topic, if it is not the default. */
  readonly partitions?: number;
}

/** The lag of a group in one partition. */
export interface PartitionLag {
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
  /** Messages after the committed offset. */
  readonly lag: number;
}

export interface Kafka {
  /** One id for each process. */
  readonly process: string;
  readonly logger: Logger;
  /**
   * Resolves when all brokers that must have the messages have them.
   * @throws Error, within seconds, if that failed or is unknown: publish them again.
   */
  publish(topic: TopicName, messages: readonly OutgoingMessage[]): Promise<void>;
  /** Moves an unusable message to the topic `dead`, trying until it is there or the signal aborts. */
  bury(message: IncomingMessage, error: unknown, signal: AbortSignal): Promise<boolean>;
  join(options: GroupOptions): GroupMember;
  /** The name of a topic or group on the broker. */
  fullName(name: string): string;
  /**
   * The lag of the groups that this process reads in or writes to, summed over all members. Empty if Kafka does not
   * answer within two seconds.
   */
  lag(): Promise<readonly PartitionLag[]>;
  /** Age in ms of the oldest unfinished message, by topic; 0 for none. */
  oldestMs(): readonly { readonly topic: string; readonly ms: number }[];
  /** Makes `lag` report a group. */
  watch(group: string, topics: readonly TopicName[]): void;
  /** Leaves all groups, commits finished messages, and closes the connections. */
  close(): Promise<void>;
}

/** Names of topics and groups here lack their prefix. */
export interface GroupOptions extends Omit<ConsumerOptions, 'topics'> {
  readonly topics: readonly TopicName[];
}

/** A larger message is not copied into `dead`: the headers there tell its place. */
const BURIED_BYTES = 900_000;
const [FIRST_RETRY_MS, LAST_RETRY_MS] = [500, 30_000];
const ALL_REPLICAS = -1;
const DISCONNECT_MS = 2_000;
const LAG_MS = 2_000;
/** How long a topic may take to appear after a process began to create it. */
const APPEAR_MS = 30_000;

/**
 * Connects, and creates the topics that are missing.
 * @throws StartError: the message says what to do.
 */
export async function openKafka(options: KafkaOptions): Promise<Kafka> {
  const { logger, sessionMs = 30_000 } = options;
  const process = randomUUID();
  const client = new Client({
    ...(await connectionOf(options)),
    clientId: `linkledger-${process}`,
    logLevel: logLevel.WARN,
    logCreator: clientLog(logger),
  });
  const prefix = `${options.namespace}linkledger.`;
  const admin = client.admin();
  // Keys go to the same partitions as with other programs' default.
  const producer = client.producer({
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  try {
    await admin.connect();
    await producer.connect();
    await createTopics(admin, prefix, options.partitions);
  } catch (error) {
    await Promise.allSettled([admin.disconnect(), producer.disconnect()]);
    throw startError(error, options);
  }

  const create = () => createTopics(admin, prefix, options.partitions);
  const deps = { client, assigner: hostAssigner(process), createTopics: create, sessionMs, logger };
  const members = new Map<GroupMember, readonly string[]>();
  const watched = new Map<string, readonly string[]>();
  const fullName = (name: string) => `${prefix}${name}`;

  const writers = new Map<TopicName, TopicWriter>();
  function writerOf(name: TopicName): TopicWriter {
    const existing = writers.get(name);
    if (existing !== undefined) return existing;
    const topic = fullName(name);
    const writer = new TopicWriter(async (messages) => {
      const sent = messages.map(({ key, value, headers }) => ({ key, value, headers: { ...headers } }));
      try {
        await producer.send({ topic, acks: ALL_REPLICAS, messages: sent });
      } catch (error) {
        // Makes the topic ready for the caller's next attempt.
        if (isUnknownTopic(error)) await create();
        throw error;
      }
    });
    writers.set(name, writer);
    return writer;
  }

  return {
    ...{ process, logger, fullName },
    publish: (topic, messages) => writerOf(topic).write(messages),
    async bury(message, error, signal) {
      const { topic, partition, offset, key, value, headers } = message;
      const reason = error instanceof Error ? error.message : String(error);
      const buried = {
        key,
        value: value !== null && value.byteLength > BURIED_BYTES ? null : value,
        headers: { ...headers, error: reason, topic, partition: `${partition}`, offset: `${offset}` },
      };
      for (let wait = FIRST_RETRY_MS; !signal.aborted; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
        try {
          await writerOf('dead').write([buried]);
          logger.error({ topic, partition, offset, reason }, `a message cannot be used; it is in ${fullName('dead')}`);
          return true;
        } catch (failure) {
          const fields = { err: failure, topic, partition, offset };
          logger.warn(fields, `a message that cannot be used could not be put into ${fullName('dead')}; trying again`);
        }
        await pauseFor(wait, signal);
      }
      return false;
    },
    join({ group, topics, ...rest }) {
      const names = topics.map(fullName);
      const member = joinGroup(deps, { ...rest, group: fullName(group), topics: names });
      members.set(member, names);
      return {
        ...member,
        async stop() {
          await member.stop();
          members.delete(member);
        },
      };
    },
    watch: (group, topics) => void watched.set(fullName(group), topics.map(fullName)),
    async lag() {
      const groups = Promise.all([...watched].map(([group, topics]) => lagOf(admin, group, topics)));
      // The client logs why it fails.
      return await Promise.race([
        groups.then((lags) => lags.flat()).catch(() => []),
        pause(LAG_MS, [], { ref: false }),
      ]);
    },
    oldestMs() {
      const now = Date.now();
      return [...members].flatMap(([member, topics]) =>
        topics.map((topic) => ({ topic, ms: Math.max(0, now - (member.oldest(topic) ?? now)) })),
      );
    },
    async close() {
      await Promise.all([...members.keys()].map((member) => member.stop()));
      const disconnected = Promise.allSettled([producer.disconnect(), admin.disconnect()]);
      await Promise.race([disconnected, pause(DISCONNECT_MS, undefined, { ref: false })]);
    },
  };
}

async function connectionOf({
  brokers,
  ssl,
  caFile,
  sasl,
}: KafkaOptions): Promise<Pick<KafkaConfig, 'brokers' | 'ssl' | 'sasl' | 'connectionTimeout' | 'requestTimeout'>> {
  const ca = caFile === null ? null : await readFile(caFile, 'utf8').catch(unreadable(caFile));
  return {
    brokers: [...brokers],
    connectionTimeout: 5_000,
    requestTimeout: ANSWER_MS,
    ssl: ssl && (ca === null ? true : { ca }),
    ...(sasl !== null && { sasl: loginOf(sasl) }),
  };
}

function loginOf({ mechanism, ...login }: NonNullable<KafkaOptions['sasl']>): SASLOptions {
  switch (mechanism) {
    case 'plain':
      return { mechanism, ...login };
    case 'scram-sha-256':
      return { mechanism, ...login };
    case 'scram-sha-512':
      return { mechanism, ...login };
    default: {
      const _: never = mechanism;
      return _;
    }
  }
}

function unreadable(file: string): (error: unknown) => never {
  return (error) => {
    throw new StartError(`The certificate authorities of Kafka cannot be read from ${file}: ${messageOf(error)}`);
  };
}

/** A broker that wants a login closes the connection of a client without login, but only at its second request. */
function startError(error: unknown, { brokers }: KafkaOptions): StartError {
  if (error instanceof StartError) return error;
  return new StartError(
    `Kafka cannot be used at ${brokers.join(', ')}: ${messageOf(error)}. ` +
      'Check KAFKA_BROKERS, and KAFKA_SSL and KAFKA_SASL_… where the brokers want them.',
  );
}

/** @throws StartError if topics are missing and may not be created, or have too few partitions. */
async function createTopics(admin: Admin, prefix: string, partitions: number | undefined): Promise<void> {
  const wanted = TOPIC_NAMES.map((name) => {
    const { config, partitions: usual } = TOPICS[name];
    return { topic: prefix + name, numPartitions: partitions ?? usual, config };
  });
  const existing = new Set(await admin.listTopics());
  const missing = wanted.filter(({ topic }) => !existing.has(topic));
  if (missing.length > 0) {
    try {
      const { brokers } = await admin.describeCluster();
      await admin.createTopics({
        // The client asks for leaders once, before a recent broker knows the topic: `metadataOf` waits for them.
        waitForLeaders: false,
        topics: missing.map(({ config, ...topic }) => ({
          ...topic,
          replicationFactor: Math.min(3, brokers.length),
          configEntries: Object.entries(config).map(([name, value]) => ({ name, value })),
        })),
      });
    } catch (error) {
      if (!isUnderWay(error)) {
        const list = missing.map(({ topic, numPartitions }) => `${topic} (${numPartitions} partitions)`).join(', ');
        throw new StartError(`Kafka lacks topics and refuses to create them: ${messageOf(error)}. Create ${list}.`);
      }
    }
  }
  const { topics } = await metadataOf(
    admin,
    wanted.map(({ topic }) => topic),
  ).catch((error: unknown) => {
    if (!isAppearing(error)) throw error;
    const list = wanted.map(({ topic }) => topic).join(', ');
    throw new StartError(
      `Kafka has no leader for a topic after ${APPEAR_MS / 1_000} seconds. This program needs ${list}. ` +
        'See the log of the brokers, then start again.',
    );
  });
  const counts = new Map(topics.map((topic) => [topic.name, topic.partitions.length]));
  const small = wanted.filter(({ topic, numPartitions }) => counts.get(topic) !== numPartitions);
  if (small.length === 0) return;
  const list = small.map(({ topic, numPartitions }) => `${topic} has ${counts.get(topic)}, not ${numPartitions}`);
  throw new StartError(
    `Topics of Kafka have another number of partitions than this program needs: ${list.join('; ')}. ` +
      'Delete these topics and start again: nothing is lost, open checks are announced again.',
  );
}

/** Whether topics may still appear: another process is creating them, or the broker needs longer than it may answer. */
function isUnderWay(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.every(isUnderWay);
  const type = 'type' in error ? error.type : error.name;
  return type === 'TOPIC_ALREADY_EXISTS' || type === 'REQUEST_TIMED_OUT' || type === 'KafkaJSRequestTimeoutError';
}

/** Whether a topic is missing, as after a broker lost its data. */
function isUnknownTopic(error: unknown): boolean {
  return hasType(error, 'UNKNOWN_TOPIC_OR_PARTITION');
}

/** Whether a created topic cannot be used yet. */
function isAppearing(error: unknown): boolean {
  return isUnknownTopic(error) || hasType(error, 'LEADER_NOT_AVAILABLE');
}

function hasType(error: unknown, type: string): boolean {
  if (!(error instanceof Error)) return false;
  return ('type' in error && error.type === type) || hasType(error.cause, type);
}

/** Waits until each topic has its partitions and their leaders. */
async function metadataOf(admin: Admin, topics: string[]): ReturnType<Admin['fetchTopicMetadata']> {
  for (const end = performance.now() + APPEAR_MS; ; ) {
    try {
      return await admin.fetchTopicMetadata({ topics });
    } catch (error) {
      if (!isAppearing(error) || performance.now() > end) throw error;
      await pause(100);
    }
  }
}

async function lagOf(admin: Admin, group: string, topics: readonly string[]): Promise<readonly PartitionLag[]> {
  const committed = await admin.fetchOffsets({ groupId: group, topics: [...topics] });
  const lags = committed.map(async ({ topic, partitions }) => {
    const offsets = new Map(partitions.map(({ partition, offset }) => [partition, Number(offset)]));
    const ends = await admin.fetchTopicOffsets(topic);
    return ends.map(({ partition, low, high }) => {
      // Messages may have expired, or the topic may have been created again.
      const from = Math.max(offsets.get(partition) ?? 0, Number(low));
      return { group, topic, partition, lag: Math.max(0, Number(high) - from) };
    });
  });
  return (await Promise.all(lags)).flat();
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A request for several topics fails with an error for each.
  return 'errors' in error && Array.isArray(error.errors) ? error.errors.map(messageOf).join(', ') : error.message;
}
