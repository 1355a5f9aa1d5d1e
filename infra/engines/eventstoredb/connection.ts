/**
 * The connection to the server. It keeps away from what is dangerous in the client (version 6.2.1, the last one):
 * - Without credentials in the call, all appends of the process share one stream and one map, and an error of one of
 *   them rejects the others and may end the process. With credentials each append is a call of its own.
 * - A connection carries 100 calls, and the next one hangs until its deadline: calls here wait for their turn.
 * - A connection that answers nothing is not renewed after a deadline, and connecting has no time limit at all.
 */
import { setTimeout as pause } from 'node:timers/promises';
import {
  type BaseOptions,
  ErrorType,
  EventStoreDBClient,
  isCommandError,
  type SingleNodeOptions,
} from '@eventstore/db-client';
import { BusyError } from '../../ports/storage/errors.ts';
import type { ServerAddress } from './connection-url.ts';

/** Milliseconds within which a call ends, with all its attempts. */
const CALL_MS = 9_500;
/** The client's own deadline comes first: it also ends the call on the server. */
const DEADLINE_SLACK_MS = 250;
/** The share of the 100 calls per connection; the others are for subscriptions. */
const CALLS_AT_ONCE = 80;
/** Longest pause between two attempts of a call: a server that restarts is back within seconds. */
const MAX_WAIT_MS = 1_000;
const KEEP_ALIVE_MS = 10_000;

/** What a call passes to the client. */
export interface ClientCall {
  readonly options: BaseOptions;
  /** Aborts when the time limit is over, and when the connection is closed. */
  readonly signal: AbortSignal;
}

export class Connection {
  readonly #address: ServerAddress;
  #client: Client;
  #free = CALLS_AT_ONCE;
  readonly #callMs: number;
  #queue: (() => void)[] = [];
  readonly #attempts = new Set<AbortController>();
  #isClosed = false;

  constructor(address: ServerAddress, callMs = CALL_MS) {
    this.#address = address;
    this.#callMs = callMs;
    this.#client = new Client(address);
  }

  /** The present client, for subscriptions. Calls go through `call`. */
  get client(): EventStoreDBClient {
    return this.#client;
  }

  /** Options of a call without a deadline. */
  get options(): BaseOptions {
    return { credentials: this.#address.credentials, requiresLeader: true };
  }

  /**
   * Runs a call that may be repeated, and repeats it while the server cannot be reached.
   * @param attemptMs milliseconds after which it is repeated, too.
   * @throws BusyError without an answer in time: whether the call was carried out is unknown.
   */
  async call<T>(
    work: (client: EventStoreDBClient, call: ClientCall) => Promise<T>,
    attemptMs = this.#callMs,
  ): Promise<T> {
    const end = performance.now() + this.#callMs;
    await this.#enter(end);
    try {
      for (let attempt = 0; ; attempt += 1) {
        const client = this.#client;
        try {
          return await this.#attempt(work, client, Math.min(attemptMs, end - performance.now()));
        } catch (error) {
          if (this.#isClosed) throw closedError();
          if (!isPassing(error)) throw this.#explained(error);
          if (error instanceof NoAnswerError || typeOf(error) === ErrorType.DEADLINE_EXCEEDED) this.renew(client);
          const wait = Math.min(MAX_WAIT_MS, backOffMs(attempt));
          if (performance.now() + wait >= end) throw busy(error);
          await pause(wait);
        }
      }
    } finally {
      this.#leave();
    }
  }

  /** Replaces a client that gets no answers. Its running calls go on. */
  renew(client: EventStoreDBClient): void {
    if (client !== this.#client) return;
    this.#client.closeChannel();
    this.#client = new Client(this.#address);
  }

  /** Ends everything. Running reads are rejected: the client would end them as if they were complete. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const attempt of this.#attempts) attempt.abort(closedError());
    await this.#client.dispose();
    this.#client.closeChannel();
  }

  async #attempt<T>(
    work: (client: EventStoreDBClient, call: ClientCall) => Promise<T>,
    client: Client,
    ms: number,
  ): Promise<T> {
    const abort = new AbortController();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(new NoAnswerError());
      abort.abort(new NoAnswerError());
    }, ms + DEADLINE_SLACK_MS);
    const options = { ...this.options, deadline: ms };
    this.#attempts.add(abort);
    try {
      return await Promise.race([work(client, { options, signal: abort.signal }), late.promise]);
    } finally {
      clearTimeout(timer);
      this.#attempts.delete(abort);
    }
  }

  async #enter(end: number): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#queue = this.#queue.filter((each) => each !== enter);
      reject(busy(new NoAnswerError()));
    }, end - performance.now());
    const enter = () => {
      clearTimeout(timer);
      resolve();
    };
    this.#queue.push(enter);
    await promise;
  }

  #leave(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }

  #explained(error: unknown): unknown {
    if (typeOf(error) !== ErrorType.ACCESS_DENIED) return error;
    const message = `${this.#address.shown} refuses the user of EVENT_STORE_URL, who must be an administrator`;
    return new Error(message, { cause: error });
  }
}

export function closedError(): Error {
  return new Error('the event log is closed');
}

/** Milliseconds before the next attempt: 0.1 to 5 seconds. */
export function backOffMs(attempt: number): number {
  return Math.min(5_000, 100 * 2 ** attempt);
}

/** No answer came in time, and the client does not say so itself. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';

  constructor() {
    super('no answer in time');
  }
}

/** Each instance has its own TCP connection. */
class Client extends EventStoreDBClient {
  static #created = 0;

  constructor({ settings, channel }: ServerAddress) {
    // gRPC shares a connection between channels with equal options.
    Client.#created = (Client.#created + 1) % 1_000;
    const keepAliveInterval = (settings.keepAliveInterval ?? KEEP_ALIVE_MS) + Client.#created;
    // The overloads of the constructor do not take the union of what they take.
    super({ ...settings, keepAliveInterval } as SingleNodeOptions, channel);
    // The client does not handle this promise, which rejects if no server of a cluster can be found.
    const handleError = this.handleError;
    this.handleError = (client, error) => handleError(client, error).catch(() => undefined);
  }

  /** Closes the connection when the running calls have ended. */
  closeChannel(): void {
    this.getChannel().then(
      (channel) => channel.close(),
      () => undefined,
    );
  }
}

function busy(cause: unknown): BusyError {
  return new BusyError('The event store does not answer. Please try again in a few seconds.', { cause });
}

/** The kind of a server error; null for errors of the connection. */
function typeOf(error: unknown): ErrorType | null {
  return error instanceof Error && isCommandError(error) ? error.type : null;
}

/** gRPC's status when the server breaks a call off, as when it stops. */
const GRPC_INTERNAL = 13;
const PASSING: ReadonlySet<ErrorType> = new Set([
  ErrorType.UNAVAILABLE,
  ErrorType.CANCELLED,
  ErrorType.NOT_LEADER,
  ErrorType.TIMEOUT,
  ErrorType.DEADLINE_EXCEEDED,
]);

/** Whether another attempt may succeed. An error that is not the server's comes from the connection. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error && isCommandError(error))) return true;
  return PASSING.has(error.type) || error.code === GRPC_INTERNAL;
}
