/** Mends kafkajs: its version 2.2.4 is the last one, and pinned. */
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import kafkajs, { type Broker, type Cluster } from 'kafkajs';

interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

interface Connection {
  readonly socket?: Socket;
  disconnect(): Promise<boolean>;
}

interface ConsumerGroup {
  readonly groupId: string;
  readonly cluster: Pick<Cluster, 'findGroupCoordinator'>;
  coordinator: Broker;
  /** null before the member has joined. */
  readonly offsetManager: { coordinator: Broker } | null;
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
 * A connection without a socket that lives is closed again with each attempt to reach its broker: each time the dead
 * socket gets one more listener, and Node would report a leak on the terminal.
 */
const connections: { readonly prototype: Connection } = ofClient('kafkajs/src/network/connection');
const { disconnect } = connections.prototype;
connections.prototype.disconnect = function (this: Connection) {
  this.socket?.setMaxListeners(0);
  return disconnect.call(this);
};

/**
 * A member whose coordinator cannot be reached asks the same broker until it gives up. It then joins as a new member, and
 * the group waits until the session of the old one ends. Here it looks for the new coordinator at once, which knows it.
 * Commits go where heartbeats go: after an attempt to join that failed, they would go on to the old coordinator.
 */
const groups: { readonly prototype: ConsumerGroup } = ofClient('kafkajs/src/consumer/consumerGroup');
const { heartbeat, seekOffsets } = groups.prototype;
groups.prototype.heartbeat = async function (this: ConsumerGroup, options) {
  try {
    await heartbeat.call(this, options);
  } catch (error) {
    if (!isLostCoordinator(error)) throw error;
    this.coordinator = await this.cluster.findGroupCoordinator({ groupId: this.groupId });
  }
  if (this.offsetManager !== null) this.offsetManager.coordinator = this.coordinator;
};
groups.prototype.seekOffsets = async function (this: ConsumerGroup, partitions) {
  try {
    await seekOffsets.call(this, partitions);
  } catch (error) {
    await this.heartbeat({ interval: 0 });
    throw error;
  }
};

/** Whether the broker cannot be reached, or another broker leads the group. Other answers have other types. */
function isLostCoordinator(error: unknown): boolean {
  if (!(error instanceof kafkajs.KafkaJSError)) return false;
  return !('type' in error) || error.type === 'NOT_COORDINATOR_FOR_GROUP';
}
