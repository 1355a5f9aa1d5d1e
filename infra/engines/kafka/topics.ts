/** The connection to Kafka: its topics, publishing, groups, and their lag. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Admin, Partitioners } from 'kafkajs';
import type { KafkaServers } from '../../ports/engine.ts';
import type { Logger } from '../../ports/process/logger.ts';
import { pauseFor } from '../../ports/process/rounds.ts';
import { StartError } from '../../ports/process/start-error.ts';
import { hostAssigner } from './assigner.ts';
import { clientsOf } from './connection.ts';
import { type ConsumerOptions, type GroupMember, joinGroup } from './consumer.ts';
import { isUnknownTopic, messageOf } from './failures.ts';
import type { IncomingMessage, OutgoingMessage } from './messages.ts';
import { type TopicName, TopicSetup } from './topic-setup.ts';
import { TopicWriter } from './topic-writer.ts';

export interface KafkaOptions extends KafkaServers {
  /** The prefix of all topics and groups, if installations share brokers. */
  readonly namespace: string;
  readonly logger: Logger;
  /** A killed consumer is noticed after this many milliseconds. Default 10,000. */
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

/**
 * Connects, and creates the topics that are missing.
 * @throws StartError: the message says what to do.
 */
export async function openKafka(options: KafkaOptions): Promise<Kafka> {
  const { logger, sessionMs = 10_000 } = options;
  const process = randomUUID();
  const { client, patient } = await clientsOf(options, `linkledger-${process}`, logger);
  const prefix = `${options.namespace}linkledger.`;
  const admin = client.admin();
  const producer = client.producer({
    allowAutoTopicCreation: false,
    // Keys go to the same partitions as with other programs' default.
    createPartitioner: Partitioners.DefaultPartitioner,
    // When the client repeats a request, it skips a broker that has answered, also for partitions that this broker got
    // meanwhile (tulios/kafkajs#1798): their messages would be lost. So `TopicWriter` repeats it.
    retry: { retries: 0 },
  });
  const topics = new TopicSetup(admin, prefix, options.partitions);
  const closing = new AbortController();
  const create = () => topics.create(closing.signal);
  try {
    await admin.connect();
    await producer.connect();
    await create();
  } catch (error) {
    await Promise.allSettled([admin.disconnect(), producer.disconnect()]);
    throw startError(error, options);
  }
  await topics.examine(logger);

  const deps = { client: patient, assigner: hostAssigner(process), createTopics: create, sessionMs, logger };
  const members = new Map<GroupMember, readonly string[]>();
  const watched = new Map<string, readonly string[]>();
  const fullName = (name: string) => `${prefix}${name}`;

  const writers = new Map<TopicName, TopicWriter>();
  function writerOf(name: TopicName): TopicWriter {
    const existing = writers.get(name);
    if (existing !== undefined) return existing;
    const topic = fullName(name);
    const writer = new TopicWriter(async (messages) => {
      if (closing.signal.aborted) throw new Error('the connection to Kafka is closed');
      const sent = messages.map(({ key, value, headers }) => ({ key, value, headers: { ...headers } }));
      try {
        await producer.send({ topic, acks: ALL_REPLICAS, messages: sent });
      } catch (error) {
        // Makes the topic ready for the next attempt.
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
      closing.abort();
      const disconnected = Promise.allSettled([producer.disconnect(), admin.disconnect()]);
      await Promise.race([disconnected, pause(DISCONNECT_MS, undefined, { ref: false })]);
    },
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
