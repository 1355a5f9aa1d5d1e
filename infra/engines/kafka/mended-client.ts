/** Mends kafkajs: its version 2.2.4 is the last one, and pinned. */
import { createRequire } from 'node:module';

interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
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
