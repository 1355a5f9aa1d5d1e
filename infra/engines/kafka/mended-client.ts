/** Mends kafkajs: its version 2.2.4 is the last one, and pinned. */
import { createRequire } from 'node:module';
import kafkajs from 'kafkajs';

interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

interface ConsumerGroup {
  heartbeat(options: { readonly interval: number }): Promise<void>;
  /** Also reads the committed offsets from the coordinator. */
  seekOffsets(partitions: unknown): Promise<void>;
}

const ofClient = createRequire(import.meta.url);

/**
 * An idle connection checks a thousand times a second whether requests wait, with timers set in the past, which Node
 * reports on the terminal. Checking is only needed while requests wait.
 */
const queues: { readonly prototype: RequestQueue } = ofClient('kafkajs/src/network/requestQueue');
const { scheduleCheckPendingRequests } = queues.prototype;
queues.prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
  if (this.pending.length > 0) scheduleCheckPendingRequests.call(this);
};

/**
 * A member whose coordinator cannot be reached asks the same broker until it gives up. It then joins as a new member, and
 * the group waits until the session of the old one ends. Here it learns that the coordinator has moved: it looks for the
 * new one at once, and joins with its id.
 */
const groups: { readonly prototype: ConsumerGroup } = ofClient('kafkajs/src/consumer/consumerGroup');
const { heartbeat, seekOffsets } = groups.prototype;
groups.prototype.heartbeat = async function (this: ConsumerGroup, options) {
  try {
    await heartbeat.call(this, options);
  } catch (error) {
    if (!(error instanceof kafkajs.KafkaJSError) || 'type' in error) throw error;
    throw Object.assign(new kafkajs.KafkaJSError(error), { type: 'NOT_COORDINATOR_FOR_GROUP' });
  }
};
groups.prototype.seekOffsets = async function (this: ConsumerGroup, partitions) {
  try {
    await seekOffsets.call(this, partitions);
  } catch (error) {
    await this.heartbeat({ interval: 0 });
    throw error;
  }
};
