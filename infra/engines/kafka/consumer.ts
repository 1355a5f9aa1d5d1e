/**
 * A member of a consumer group. The client's callback does no work: messages are handed over while there is room, and
 * partitions without room are paused, so that heartbeats continue however long the work takes. Finished messages are
 * committed once a second, never beyond an unfinished message, and never for a lost partition.
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { Kafka as Client, Consumer, EachBatchPayload, KafkaMessage, PartitionAssigner } from 'kafkajs';
import type { Logger } from '../../ports/process/logger.ts';
import { pauseFor } from '../../ports/process/rounds.ts';
import type { IncomingMessage } from './messages.ts';
import { OpenOffsets } from './offsets.ts';

/** A message that was handed over. */
export interface Delivery {
  readonly message: IncomingMessage;
  /** Whether the partition was given to another process, which gets the message again. */
  isLost(): boolean;
  /** Marks the message as finished: it need not come again. */
  done(): void;
}

export interface ConsumerOptions {
  readonly group: string;
  readonly topics: readonly string[];
  /** Where a group without commits starts. */
  readonly from: 'earliest' | 'latest';
  /** How many more messages of the topic may be handed over while `open` are unfinished. */
  readonly room: (topic: string, open: number) => number;
  /** Takes messages over. Must not wait, and must not throw. */
  readonly take: (deliveries: readonly Delivery[]) => void;
  /** Called when another process may have some of the partitions: see `isLost`. */
  readonly rebalanced?: () => void;
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

interface Partition {
  readonly topic: string;
  readonly number: number;
  readonly offsets: OpenOffsets;
  readonly open: Map<number, number>;
  isLost: boolean;
  isPaused: boolean;
}

const COMMIT_EVERY_MS = 1_000;
/** Milliseconds before the first new attempt to join the group; doubled up to the last. */
const [FIRST_RETRY_MS, LAST_RETRY_MS] = [500, 30_000];
/** Also the time in which a paused consumer notices that it may go on. */
const FETCH_WAIT_MS = 100;
const FETCH_BYTES = 262_144;
/** A fetch for less room would be repeated for each message. */
const RESUME_ROOM = 500;
const LEAVE_MS = 5_000;

/** Joins a group and stays in it, through failures, until stopped. */
export function joinGroup(deps: MemberDeps, options: ConsumerOptions): GroupMember {
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const ready = Promise.withResolvers<void>();
  const partitions = new Map<string, Partition>();
  let consumer: Consumer | null = null;
  let commitNow: EachBatchPayload['commitOffsetsIfNecessary'] | null = null;

  const opened = () => [...partitions.values()].reduce((sum, { offsets }) => sum + offsets.size, 0);

  function partitionOf(topic: string, number: number): Partition {
    const id = `${topic}/${number}`;
    let partition = partitions.get(id);
    if (partition === undefined) {
      partition = { topic, number, offsets: new OpenOffsets(), open: new Map(), isLost: false, isPaused: false };
      partitions.set(id, partition);
    }
    return partition;
  }

  async function eachBatch({ batch, resolveOffset, pause, commitOffsetsIfNecessary }: EachBatchPayload): Promise<void> {
    commitNow = commitOffsetsIfNecessary;
    const partition = partitionOf(batch.topic, batch.partition);
    const deliveries: Delivery[] = [];
    const before = opened();
    for (const message of batch.messages) {
      if (options.room(batch.topic, before + deliveries.length) <= 0) {
        pause();
        partition.isPaused = true;
        break;
      }
      const delivery = deliver(partition, message);
      if (delivery !== null) deliveries.push(delivery);
      resolveOffset(message.offset);
    }
    if (deliveries.length > 0) options.take(deliveries);
  }

  function deliver(partition: Partition, received: KafkaMessage): Delivery | null {
    const message = incoming(partition, received);
    const { offset } = message;
    if (!partition.offsets.take(offset)) return null;
    partition.open.set(offset, message.sentAt);
    return {
      message,
      isLost: () => partition.isLost,
      done() {
        partition.offsets.done(offset);
        partition.open.delete(offset);
        resume();
      },
    };
  }

  function resume(): void {
    for (const partition of partitions.values()) {
      if (partition.isPaused && options.room(partition.topic, opened()) >= RESUME_ROOM) unpause(partition);
    }
  }

  function unpause(partition: Partition): void {
    partition.isPaused = false;
    try {
      consumer?.resume([{ topic: partition.topic, partitions: [partition.number] }]);
    } catch {
      // The client has left the group: it pauses nothing when it joins again.
    }
  }

  /** Keeps the partitions that are still ours, with their finished messages: the broker repeats the rest. */
  function rebalance(assignment: Readonly<Record<string, readonly number[]>>): void {
    for (const [id, partition] of partitions) {
      if (partition.isPaused) unpause(partition);
      if (assignment[partition.topic]?.includes(partition.number)) continue;
      partition.isLost = true;
      partitions.delete(id);
    }
    options.rebalanced?.();
  }

  /** Replaces the client's own commit, which is retried after a rebalance, when others may have the partition. */
  async function commit(): Promise<void> {
    const moved = [...partitions.values()].flatMap((partition) => {
      const offset = partition.offsets.toCommit();
      return offset === null ? [] : [{ partition, offset }];
    });
    if (commitNow === null || moved.length === 0) return;
    const topics = Map.groupBy(moved, ({ partition }) => partition.topic);
    await commitNow({
      topics: [...topics].map(([topic, each]) => ({
        topic,
        partitions: each.map(({ partition, offset }) => ({ partition: partition.number, offset: `${offset}` })),
      })),
    });
    for (const { partition, offset } of moved) partition.offsets.committed(offset);
  }

  async function start(joined: Consumer): Promise<void> {
    await joined.connect();
    await joined.subscribe({ topics: [...options.topics], fromBeginning: options.from === 'earliest' });
    // The member was stopped while it tried to connect.
    if (stopping.signal.aborted) await joined.disconnect();
    else await joined.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
  }

  async function leave(joined: Consumer): Promise<void> {
    await commit().catch(() => {});
    commitNow = null;
    await joined.disconnect().catch(() => {});
  }

  /** Resolves with the reason when the member fails, and with nothing when it is stopped. */
  async function runOnce(): Promise<unknown> {
    const ended = Promise.withResolvers<unknown>();
    const joined = deps.client.consumer({
      groupId: options.group,
      partitionAssigners: [deps.assigner],
      sessionTimeout: deps.sessionMs,
      rebalanceTimeout: deps.sessionMs,
      heartbeatInterval: Math.ceil(deps.sessionMs / 10),
      maxWaitTimeInMs: FETCH_WAIT_MS,
      maxBytesPerPartition: FETCH_BYTES,
      allowAutoTopicCreation: false,
      retry: { restartOnFailure: async () => false },
    });
    joined.on(joined.events.CRASH, ({ payload }) => ended.resolve(payload.error));
    joined.on(joined.events.GROUP_JOIN, ({ payload }) => rebalance(payload.memberAssignment));
    joined.on(joined.events.FETCH, () => ready.resolve());
    consumer = joined;
    const committing = setInterval(() => {
      // A rebalance is running, or the broker is down: the next commit includes this one.
      commit().catch(() => {});
    }, COMMIT_EVERY_MS);
    try {
      // Does not wait for a connection that is retried while this process stops.
      return await Promise.race([stopped, start(joined).then(() => ended.promise)]);
    } catch (error) {
      return error;
    } finally {
      clearInterval(committing);
      await Promise.race([leave(joined), pause(LEAVE_MS, undefined, { ref: false })]);
      consumer = null;
    }
  }

  async function run(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; ) {
      const started = performance.now();
      const error = await runOnce();
      if (stopping.signal.aborted) return;
      failures = performance.now() - started > LAST_RETRY_MS ? 1 : failures + 1;
      const { group, topics } = options;
      if (failures === 1) deps.logger.error({ err: error, group, topics }, 'cannot read from Kafka now; trying again');
      const wait = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS);
      await pauseFor(wait, stopping.signal);
      // A broker that lost its data has no topics. If they cannot be created, reading fails again.
      if (!stopping.signal.aborted) await Promise.race([deps.createTopics().catch(() => {}), stopped]);
    }
  }

  const running = run();
  return {
    ready: ready.promise,
    resume,
    oldest(topic) {
      const times = [...partitions.values()].flatMap((each) => (each.topic === topic ? [...each.open.values()] : []));
      return times.length === 0 ? null : times.reduce((one, other) => Math.min(one, other));
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function incoming({ topic, number: partition }: Partition, message: KafkaMessage): IncomingMessage {
  const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value ?? '')]);
  return {
    ...{ topic, partition, value: message.value, headers: Object.fromEntries(headers) },
    offset: Number(message.offset),
    key: message.key?.toString() ?? '',
    sentAt: Number(message.timestamp),
  };
}
