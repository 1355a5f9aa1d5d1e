/**
 * A member of a consumer group. The client's callback does no work: messages are handed over while there is room, and
 * partitions without room are paused, so that heartbeats continue however long the work takes. Finished messages are
 * committed once a second, never beyond an unfinished message, and never for a lost partition.
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { Kafka as Client, Consumer, EachBatchPayload, PartitionAssigner } from 'kafkajs';
import type { Logger } from '../../ports/process/logger.ts';
import { pauseFor } from '../../ports/process/rounds.ts';
import { isLoadingGroup } from './failures.ts';
import { type Delivery, OwnPartitions } from './own-partitions.ts';

export interface ConsumerOptions {
  readonly group: string;
  readonly topics: readonly string[];
  /** Where a group without commits starts. */
  readonly from: 'earliest' | 'latest';
  /** How many more messages of the topic may be handed over while `open` are unfinished. */
  readonly room: (topic: string, open: number) => number;
  /** Takes messages over. Must not wait, and must not throw. */
  readonly take: (deliveries: readonly Delivery[]) => void;
}

export interface GroupMember {
  /** Resolves once new messages are received. */
  readonly ready: Promise<void>;
  /** Hands over more messages if there is room again. */
  resume(): void;
  /** The time of a topic's oldest unfinished message, in milliseconds since 1970; null without one. */
  oldest(topic: string): number | null;
  /** Commits finished messages and leaves the group. */
  stop(): Promise<void>;
}

interface MemberDeps {
  readonly client: Client;
  readonly assigner: PartitionAssigner;
  /** Creates topics that are missing. */
  readonly createTopics: () => Promise<void>;
  /** A killed process is noticed after this many milliseconds. */
  readonly sessionMs: number;
  readonly logger: Logger;
}

const COMMIT_EVERY_MS = 1_000;
/** Milliseconds before a new attempt to join the group. */
const AGAIN_MS = 500;
/** A member that fails again sooner than these milliseconds after it joined has the same failure. */
const STABLE_MS = 30_000;
/** Also the time in which a paused consumer notices that it may go on. */
const FETCH_WAIT_MS = 100;
const FETCH_BYTES = 262_144;
const LEAVE_MS = 5_000;

/** Joins a group and stays in it, through failures, until stopped. */
export function joinGroup(deps: MemberDeps, options: ConsumerOptions): GroupMember {
  return new Member(deps, options);
}

class Member implements GroupMember {
  readonly ready: Promise<void>;
  readonly #deps: MemberDeps;
  readonly #options: ConsumerOptions;
  readonly #partitions: OwnPartitions;
  readonly #stopping = new AbortController();
  readonly #stopped: Promise<void>;
  readonly #received = Promise.withResolvers<void>();
  readonly #running: Promise<void>;
  /** When this attempt joined the group; infinite before it did. */
  #joinedAt = Number.POSITIVE_INFINITY;
  /** null while no client reads. */
  #commitNow: EachBatchPayload['commitOffsetsIfNecessary'] | null = null;

  constructor(deps: MemberDeps, options: ConsumerOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#partitions = new OwnPartitions(options.room);
    this.ready = this.#received.promise;
    const { signal } = this.#stopping;
    this.#stopped = new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    this.#running = this.#run();
  }

  resume(): void {
    this.#partitions.resume();
  }

  oldest(topic: string): number | null {
    return this.#partitions.oldest(topic);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { group, topics } = this.#options;
    for (let logged: 'loading' | 'failure' | null = null; !signal.aborted; ) {
      this.#joinedAt = Number.POSITIVE_INFINITY;
      const error = await this.#runOnce();
      if (signal.aborted) return;
      if (performance.now() - this.#joinedAt > STABLE_MS) logged = null;
      const isLoading = isLoadingGroup(error);
      if (isLoading && logged === null) {
        this.#deps.logger.info({ group, topics }, 'Kafka is starting and loads the group; trying again');
        logged = 'loading';
      } else if (!isLoading && logged !== 'failure') {
        this.#deps.logger.error({ err: error, group, topics }, 'cannot read from Kafka now; trying again');
        logged = 'failure';
      }
      await pauseFor(AGAIN_MS, signal);
      // A broker that lost its data has no topics. If they cannot be created, reading fails again.
      if (!signal.aborted && !isLoading) await Promise.race([this.#deps.createTopics().catch(() => {}), this.#stopped]);
    }
  }

  /** Resolves with the reason when the member fails, and with nothing when it is stopped. */
  async #runOnce(): Promise<unknown> {
    const ended = Promise.withResolvers<unknown>();
    const consumer = this.#createConsumer(ended.resolve);
    this.#partitions.consumer = consumer;
    const committing = setInterval(() => {
      // A rebalance is running, or the broker is down: the next commit includes this one.
      this.#commit().catch(() => {});
    }, COMMIT_EVERY_MS);
    try {
      // Does not wait for a connection that is retried while this process stops.
      return await Promise.race([this.#stopped, this.#start(consumer).then(() => ended.promise)]);
    } catch (error) {
      return error;
    } finally {
      clearInterval(committing);
      await Promise.race([this.#leave(consumer), pause(LEAVE_MS, undefined, { ref: false })]);
      this.#partitions.consumer = null;
    }
  }

  #createConsumer(failed: (reason: unknown) => void): Consumer {
    const { client, assigner, sessionMs } = this.#deps;
    const consumer = client.consumer({
      groupId: this.#options.group,
      partitionAssigners: [assigner],
      sessionTimeout: sessionMs,
      rebalanceTimeout: sessionMs,
      heartbeatInterval: Math.ceil(sessionMs / 10),
      maxWaitTimeInMs: FETCH_WAIT_MS,
      maxBytesPerPartition: FETCH_BYTES,
      allowAutoTopicCreation: false,
      retry: { restartOnFailure: async () => false },
    });
    consumer.on(consumer.events.CRASH, ({ payload }) => failed(payload.error));
    consumer.on(consumer.events.FETCH, () => this.#received.resolve());
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      this.#joinedAt = Math.min(this.#joinedAt, performance.now());
      this.#partitions.rebalance(payload.memberAssignment);
    });
    return consumer;
  }

  async #start(consumer: Consumer): Promise<void> {
    const { topics, from } = this.#options;
    await consumer.connect();
    await consumer.subscribe({ topics: [...topics], fromBeginning: from === 'earliest' });
    // The member was stopped while it tried to connect.
    if (this.#stopping.signal.aborted) await consumer.disconnect();
    else
      await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: (batch) => this.#take(batch) });
  }

  async #take(batch: EachBatchPayload): Promise<void> {
    this.#commitNow = batch.commitOffsetsIfNecessary;
    const deliveries = this.#partitions.take(batch);
    if (deliveries.length > 0) this.#options.take(deliveries);
  }

  /** Replaces the client's own commit, which is retried after a rebalance, when others may have the partition. */
  async #commit(): Promise<void> {
    if (this.#commitNow !== null) await this.#partitions.commit(this.#commitNow);
  }

  async #leave(consumer: Consumer): Promise<void> {
    await this.#commit().catch(() => {});
    this.#commitNow = null;
    await consumer.disconnect().catch(() => {});
  }
}
