/** Writes messages to one topic, in order: those that come during a request share the next one. */
import { pauseFor } from '../../ports/process/rounds.ts';
import { BusyError } from '../../ports/storage/errors.ts';
import { isPassing } from './failures.ts';
import type { OutgoingMessage } from './messages.ts';

/** Milliseconds in which messages must be written. Brokers replace one that died within about ten seconds. */
const WRITE_MS = 20_000;
/** Milliseconds before a request that failed is repeated. */
const AGAIN_MS = 250;
/** The most bytes of messages in one request: a broker refuses more than about a megabyte for a partition. */
const REQUEST_BYTES = 800_000;

interface PendingMessages {
  readonly messages: readonly OutgoingMessage[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class TopicWriter {
  readonly #send: (messages: readonly OutgoingMessage[]) => Promise<void>;
  readonly #writeMs: number;
  #waiting: PendingMessages[] = [];
  #isWriting = false;

  /** `send` makes one request. */
  constructor(send: (messages: readonly OutgoingMessage[]) => Promise<void>, writeMs = WRITE_MS) {
    this.#send = send;
    this.#writeMs = writeMs;
  }

  /**
   * Resolves when the messages are written.
   * @throws BusyError if the brokers take too long, or the error of a request. The messages may be written anyway.
   */
  async write(messages: readonly OutgoingMessage[]): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ messages, resolve, reject });
    if (!this.#isWriting) void this.#writeAll();
    await promise;
  }

  /** Never rejects. */
  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const together = this.#waiting;
      this.#waiting = [];
      try {
        for (const part of inRequests(together.flatMap(({ messages }) => messages))) await this.#inTime(part);
        for (const { resolve } of together) resolve();
      } catch (error) {
        for (const { reject } of together) reject(error);
      }
    }
    this.#isWriting = false;
  }

  async #inTime(messages: readonly OutgoingMessage[]): Promise<void> {
    const late = Promise.withResolvers<never>();
    const timeout = new BusyError(`Kafka did not take messages within ${this.#writeMs / 1_000} seconds`);
    const timer = setTimeout(() => late.reject(timeout), this.#writeMs);
    const giveUp = new AbortController();
    try {
      await Promise.race([this.#untilSent(messages, giveUp.signal), late.promise]);
    } finally {
      clearTimeout(timer);
      giveUp.abort();
    }
  }

  /** Sends all messages again until all are written at once: which of them are written is unknown after a failure. */
  async #untilSent(messages: readonly OutgoingMessage[], signal: AbortSignal): Promise<void> {
    for (; !signal.aborted; ) {
      try {
        return await this.#send(messages);
      } catch (error) {
        if (signal.aborted || !isPassing(error)) throw error;
      }
      await pauseFor(AGAIN_MS, signal);
    }
  }
}

/** Messages in requests that a broker accepts. */
function* inRequests(messages: readonly OutgoingMessage[]): Generator<readonly OutgoingMessage[]> {
  let part: OutgoingMessage[] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = Buffer.byteLength(message.value ?? '') + Buffer.byteLength(message.key);
    if (part.length > 0 && bytes + size > REQUEST_BYTES) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(message);
    bytes += size;
  }
  if (part.length > 0) yield part;
}
