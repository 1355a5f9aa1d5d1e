/** The topics: how they must be, and how they become so. */
import kafkajs, { type Admin, type ITopicMetadata } from 'kafkajs';
import type { Logger } from '../../ports/process/logger.ts';
import { pauseFor } from '../../ports/process/rounds.ts';
import { StartError } from '../../ports/process/start-error.ts';
import { isClosedConnection, isPassing, isUnknownTopic, messageOf } from './failures.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const HOUR_MS = DAY_MS / 24;
/** A broker refuses larger messages unless its topic allows more. */
export const MAX_BYTES = 1_000_000;
/** A screenshot has at most 1.5 MB, in base64 a third more, and its markup comes with it. */
export const MAX_SCREENSHOT_BYTES = 3_000_000;
const LARGE = { 'max.message.bytes': `${MAX_SCREENSHOT_BYTES + 100_000}` };
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
  'screenshots.taken': { partitions: 12, config: { ...expiring(HOUR_MS), ...LARGE } },
  'prints.requested': { partitions: 12, config: { ...expiring(HOUR_MS), ...LARGE } },
  'prints.made': { partitions: 12, config: { ...expiring(HOUR_MS), ...LARGE } },
  'link-status': { partitions: 12, config: { 'cleanup.policy': 'compact' } },
  dead: { partitions: 1, config: expiring(30 * DAY_MS) },
} as const satisfies Readonly<Record<string, TopicSpec>>;

export type TopicName = keyof typeof TOPICS;
export const TOPIC_NAMES = Object.keys(TOPICS) as readonly TopicName[];

/** Milliseconds that brokers may take until all topics have their partitions and leaders. */
const READY_MS = 30_000;
const AGAIN_MS = 100;
/** Copies of each message, if there are as many brokers; so many of them must be written before a message counts. */
const [REPLICAS, WRITTEN_REPLICAS] = [3, 2];

interface WantedTopic extends TopicSpec {
  readonly topic: string;
}

/** What is asked of the brokers. */
export type SetupAdmin = Pick<
  Admin,
  'fetchTopicMetadata' | 'listTopics' | 'describeCluster' | 'createTopics' | 'describeConfigs'
>;

export class TopicSetup {
  readonly #admin: SetupAdmin;
  readonly #wanted: readonly WantedTopic[];
  readonly #readyMs: number;

  /** @param partitions the number of partitions of each topic, if it is not the default. */
  constructor(admin: SetupAdmin, prefix: string, partitions?: number, readyMs = READY_MS) {
    this.#admin = admin;
    this.#readyMs = readyMs;
    this.#wanted = TOPIC_NAMES.map((name) => {
      const { config, partitions: usual } = TOPICS[name];
      return { topic: prefix + name, partitions: partitions ?? usual, config };
    });
  }

  /**
   * Creates missing topics, and waits until each topic has its partitions and leaders.
   * @throws StartError if topics are missing and may not be created, have another number of partitions, or are not ready
   * within 30 seconds or when the signal aborts.
   */
  async create(signal: AbortSignal): Promise<void> {
    const counts = new Map((await this.#ready(signal)).map(({ name, partitions }) => [name, partitions.length]));
    const wrong = this.#wanted.filter(({ topic, partitions }) => counts.get(topic) !== partitions);
    if (wrong.length === 0) return;
    const list = wrong.map(({ topic, partitions }) => `${topic} has ${counts.get(topic)}, not ${partitions}`);
    throw new StartError(
      `Topics of Kafka have another number of partitions than this program needs: ${list.join('; ')}. ` +
        'Delete these topics and start again: nothing is lost, open checks are announced again.',
    );
  }

  /** Logs which topics could lose acknowledged messages with one broker although there are enough brokers. */
  async examine(logger: Pick<Logger, 'warn' | 'info'>): Promise<void> {
    try {
      const { brokers } = await this.#admin.describeCluster();
      if (brokers.length < REPLICAS) return;
      const unsafe = await this.#unsafe();
      if (unsafe.length === 0) return;
      const topics = unsafe.join(', ');
      const advice = `set replication ${REPLICAS} and min.insync.replicas ${WRITTEN_REPLICAS} for them`;
      logger.warn({ topics }, `topics of Kafka can lose messages when a broker is lost: ${advice}`);
    } catch (error) {
      logger.info({ err: error }, 'the replication of the topics of Kafka could not be examined');
    }
  }

  async #ready(signal: AbortSignal): Promise<readonly ITopicMetadata[]> {
    const topics = this.#wanted.map(({ topic }) => topic);
    for (const end = performance.now() + this.#readyMs; ; ) {
      try {
        return (await this.#admin.fetchTopicMetadata({ topics })).topics;
      } catch (error) {
        const failure = isUnknownTopic(error) ? ((await this.#createMissing()) ?? error) : error;
        // A broker that wants a login closes connections: waiting would only delay the reason.
        if (!isPassing(failure) || isClosedConnection(failure)) throw failure;
        if (performance.now() > end || signal.aborted) throw this.#notReady(failure);
      }
      await pauseFor(AGAIN_MS, signal);
    }
  }

  /** Returns why topics could not be created now; null if they were. */
  async #createMissing(): Promise<unknown> {
    try {
      const existing = new Set(await this.#admin.listTopics());
      const missing = this.#wanted.filter(({ topic }) => !existing.has(topic));
      if (missing.length > 0) await this.#createTopics(missing);
      return null;
    } catch (error) {
      return error;
    }
  }

  async #createTopics(missing: readonly WantedTopic[]): Promise<void> {
    const { brokers } = await this.#admin.describeCluster();
    const replicationFactor = Math.min(REPLICAS, brokers.length);
    const safe = replicationFactor < REPLICAS ? {} : { 'min.insync.replicas': `${WRITTEN_REPLICAS}` };
    try {
      await this.#admin.createTopics({
        // The client asks for leaders once, before a recent broker knows the topic: `#ready` waits for them.
        waitForLeaders: false,
        topics: missing.map(({ topic, partitions, config }) => ({
          ...{ topic, numPartitions: partitions, replicationFactor },
          configEntries: Object.entries({ ...config, ...safe }).map(([name, value]) => ({ name, value })),
        })),
      });
    } catch (error) {
      if (isPassing(error)) throw error;
      const list = missing.map(({ topic, partitions }) => `${topic} (${partitions} partitions)`).join(', ');
      throw new StartError(`Kafka lacks topics and refuses to create them: ${messageOf(error)}. Create ${list}.`);
    }
  }

  #notReady(error: unknown): StartError {
    const list = this.#wanted.map(({ topic }) => topic).join(', ');
    return new StartError(
      `The topics of Kafka are not ready after ${this.#readyMs / 1_000} seconds: ${messageOf(error)}. ` +
        `This program needs ${list}. See the log of the brokers, then start again.`,
    );
  }

  async #unsafe(): Promise<readonly string[]> {
    const names = this.#wanted.map(({ topic }) => topic);
    const { topics } = await this.#admin.fetchTopicMetadata({ topics: names });
    const { resources } = await this.#admin.describeConfigs({
      includeSynonyms: false,
      resources: names.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
    });
    const written = new Map(
      resources.map(({ resourceName, configEntries }) => [
        resourceName,
        Number(configEntries.find(({ configName }) => configName === 'min.insync.replicas')?.configValue),
      ]),
    );
    return topics.flatMap(({ name, partitions }) => {
      const replicas = Math.min(...partitions.map((partition) => partition.replicas.length));
      return replicas < REPLICAS || (written.get(name) ?? 0) < WRITTEN_REPLICAS ? [name] : [];
    });
  }
}
