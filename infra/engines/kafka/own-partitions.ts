import type { Consumer, EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { IncomingMessage } from './messages.ts';
import { OpenOffsets } from './offsets.ts';

/** A message that was handed over. */
export interface Delivery {
  readonly message: IncomingMessage;
  /** Whether the partition belongs to another process, which gets the message again, unless the partition comes back. */
  isLost(): boolean;
  /** Marks the message as finished: it need not come again. */
  done(): void;
}

interface Partition {
  readonly topic: string;
  readonly number: number;
  readonly offsets: OpenOffsets;
  readonly open: Map<number, number>;
  isPaused: boolean;
}

/** The numbers of the partitions of each topic. */
type Assignment = Readonly<Record<string, readonly number[]>>;

/** A fetch for less room would be repeated for each message. */
const RESUME_ROOM = 500;

/** The partitions that a member of a group has now, with their unfinished messages. */
export class OwnPartitions {
  /** The client that reads the partitions; null between two attempts to join. */
  consumer: Pick<Consumer, 'resume'> | null = null;
  readonly #room: (topic: string, open: number) => number;
  readonly #partitions = new Map<string, Partition>();
  #assignment: Assignment = {};

  /** @param room how many more messages of the topic may be handed over while `open` are unfinished. */
  constructor(room: (topic: string, open: number) => number) {
    this.#room = room;
  }

  /** The messages of a batch for which there is room; pauses the partition for the rest. */
  take({ batch, resolveOffset, pause }: EachBatchPayload): readonly Delivery[] {
    const partition = this.#partition(batch.topic, batch.partition);
    const deliveries: Delivery[] = [];
    const before = this.#unfinished();
    for (const message of batch.messages) {
      if (this.#room(batch.topic, before + deliveries.length) <= 0) {
        pause();
        partition.isPaused = true;
        break;
      }
      const delivery = this.#deliver(partition, message);
      if (delivery !== null) deliveries.push(delivery);
      resolveOffset(message.offset);
    }
    return deliveries;
  }

  /** Reads paused partitions again if there is room. */
  resume(): void {
    for (const partition of this.#partitions.values()) {
      if (partition.isPaused && this.#room(partition.topic, this.#unfinished()) >= RESUME_ROOM)
        this.#unpause(partition);
    }
  }

  /** Keeps the partitions that are still ours, with their finished messages: the broker repeats the rest. */
  rebalance(assignment: Assignment): void {
    this.#assignment = assignment;
    for (const [id, partition] of this.#partitions) {
      if (partition.isPaused) this.#unpause(partition);
      if (!this.#isOurs(partition)) this.#partitions.delete(id);
    }
  }

  /** Commits the offsets below which every message is finished; `commit` sends them. */
  async commit(commit: EachBatchPayload['commitOffsetsIfNecessary']): Promise<void> {
    const moved = [...this.#partitions.values()].flatMap((partition) => {
      const offset = partition.offsets.toCommit();
      return offset === null ? [] : [{ partition, offset }];
    });
    if (moved.length === 0) return;
    const topics = Map.groupBy(moved, ({ partition }) => partition.topic);
    await commit({
      topics: [...topics].map(([topic, each]) => ({
        topic,
        partitions: each.map(({ partition, offset }) => ({ partition: partition.number, offset: `${offset}` })),
      })),
    });
    for (const { partition, offset } of moved) partition.offsets.committed(offset);
  }

  /** The time of a topic's oldest unfinished message, in milliseconds since 1970; null without one. */
  oldest(topic: string): number | null {
    const ofTopic = [...this.#partitions.values()].filter((partition) => partition.topic === topic);
    const times = ofTopic.flatMap(({ open }) => [...open.values()]);
    return times.length === 0 ? null : times.reduce((one, other) => Math.min(one, other));
  }

  #isOurs({ topic, number }: Partition): boolean {
    return this.#assignment[topic]?.includes(number) ?? false;
  }

  #unfinished(): number {
    return [...this.#partitions.values()].reduce((sum, { offsets }) => sum + offsets.size, 0);
  }

  #partition(topic: string, number: number): Partition {
    const id = `${topic}/${number}`;
    let partition = this.#partitions.get(id);
    if (partition === undefined) {
      partition = { topic, number, offsets: new OpenOffsets(), open: new Map(), isPaused: false };
      this.#partitions.set(id, partition);
    }
    return partition;
  }

  #deliver(partition: Partition, received: KafkaMessage): Delivery | null {
    const message = incoming(partition, received);
    const { offset } = message;
    if (!partition.offsets.take(offset)) return null;
    partition.open.set(offset, message.sentAt);
    return {
      message,
      isLost: () => !this.#isOurs(partition),
      done: () => {
        partition.offsets.done(offset);
        partition.open.delete(offset);
        this.resume();
      },
    };
  }

  #unpause(partition: Partition): void {
    partition.isPaused = false;
    try {
      this.consumer?.resume([{ topic: partition.topic, partitions: [partition.number] }]);
    } catch {
      // The client has left the group: it pauses nothing when it joins again.
    }
  }
}

function incoming({ topic, number: partition }: Partition, message: KafkaMessage): IncomingMessage {
  const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value ?? '')]);
  return {
    topic,
    partition,
    value: message.value,
    headers: Object.fromEntries(headers),
    offset: Number(message.offset),
    key: message.key?.toString() ?? '',
    sentAt: Number(message.timestamp),
  };
}
