/** The event log in EventStoreDB or KurrentDB: an EventStore and a Feed for any number of processes. */
import {
  AccessDeniedError,
  BACKWARDS,
  END,
  MaxAppendSizeExceededError,
  NO_STREAM,
  type ResolvedEvent,
  StreamNotFoundError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import type { Logger } from '../../ports/process/logger.ts';
import { StartError } from '../../ports/process/start-error.ts';
import { BusyError, ConflictError, TooLargeError } from '../../ports/storage/errors.ts';
import {
  type EventMetadata,
  type EventShape,
  type EventStore,
  type Feed,
  type FeedFilter,
  MAX_APPEND_BYTES,
  type NewEvent,
  type RecordedEvent,
  type StreamRange,
} from '../../ports/storage/event-store.ts';
import { AllStream } from './all-stream.ts';
import { readAllOf } from './client-streams.ts';
import { Connection, closedError } from './connection.ts';
import { parseConnectionUrl, type ServerAddress } from './connection-url.ts';
import { type ClientEvent, positionOf, toClientEvents, toRecordedEvent } from './event-format.ts';
import { SharedFeed } from './shared-feed.ts';

/**
 * Milliseconds after which an append is repeated: a server does not answer the repeat of an append at all while it still
 * writes the first one.
 */
const APPEND_ATTEMPT_MS = 3_000;

interface EventStoreDbOptions {
  /** As EVENT_STORE_URL: esdb://… or esdb+discover://…, with options after `?`. */
  readonly url: string;
  readonly logger: Logger;
  /** A prefix of each stream name, removed again on reading: for a server that others use, too. */
  readonly streamPrefix?: string;
  /** A call without an answer fails as busy after this many milliseconds. Default 9,500. */
  readonly callMs?: number;
}

interface EventStoreDb<E extends EventShape> extends EventStore<E>, Feed<E> {
  /** Ends the followers and the running calls. Later calls are rejected. */
  close(): Promise<void>;
}

/**
 * Opens the log. While the server does not answer, reads and appends throw BusyError within 10 seconds, and followers
 * wait and go on by themselves.
 *
 * Limits: an append of many small events may be refused below MAX_APPEND_BYTES, because some servers count their type
 * names, too; events that did not come from Linkledger are left out; a stream or the log must not be truncated; with
 * TLS, the nodes of a cluster must advertise host names.
 * @throws StartError when the URL is wrong, or the server does not answer or refuses the user.
 */
export async function openEventStoreDb<E extends EventShape>(options: EventStoreDbOptions): Promise<EventStoreDb<E>> {
  const address = parseConnectionUrl(options.url);
  const log = new Log<E>(address, options);
  try {
    await log.head();
  } catch (error) {
    await log.close();
    throw startError(error, address);
  }
  return log;
}

/** The server's limit that an append exceeds; null for other errors. The client does not know the limit of an event. */
function exceededLimit(error: unknown): number | null {
  if (error instanceof MaxAppendSizeExceededError) return error.maxAppendSize;
  const [limit] = error instanceof UnknownError ? (error._raw?.metadata.get('maximum-append-event-size') ?? []) : [];
  return limit === undefined ? null : Number(limit);
}

function startError(error: unknown, { shown }: ServerAddress): unknown {
  const cause = error instanceof Error ? error.cause : null;
  if (cause instanceof AccessDeniedError && error instanceof Error) return new StartError(error.message, { cause });
  if (!(error instanceof BusyError)) return error;
  const reason = cause instanceof Error ? cause.message : 'no answer';
  const advice = 'Start it, or correct EVENT_STORE_URL';
  return new StartError(`the event store at ${shown} cannot be reached (${reason}). ${advice}`, { cause });
}

class Log<E extends EventShape> implements EventStoreDb<E> {
  readonly #connection: Connection;
  readonly #feed: SharedFeed<E>;
  readonly #prefix: string;
  #isClosed = false;

  constructor(address: ServerAddress, { streamPrefix = '', callMs, logger }: EventStoreDbOptions) {
    this.#connection = new Connection(address, callMs);
    this.#prefix = streamPrefix;
    this.#feed = new SharedFeed(new AllStream<E>(this.#connection, streamPrefix), logger);
  }

  async read(
    stream: string,
    range: StreamRange = { from: 0 },
  ): Promise<{ readonly events: readonly RecordedEvent<E>[]; readonly revision: number }> {
    this.#mustBeOpen();
    const records =
      'last' in range ? (await this.#readLast(stream, range.last)).reverse() : await this.#readFrom(stream, range.from);
    const newest = records.at(-1) ?? (await this.#readLast(stream, 1)).at(-1);
    return {
      events: records.map((each) => toRecordedEvent<E>(each, this.#prefix)).filter((each) => each !== null),
      // A truncated stream does not begin at 0: only an event tells its revision.
      revision: Number(newest?.event?.revision ?? -1),
    };
  }

  async append(
    stream: string,
    expectedRevision: number,
    events: readonly NewEvent<E>[],
    metadata: EventMetadata,
  ): Promise<{ readonly revision: number; readonly position: number }> {
    this.#mustBeOpen();
    assertAppendable(stream, expectedRevision, events, metadata);
    const clientEvents = toClientEvents(events, metadata);
    try {
      const { nextExpectedRevision, position } = await this.#connection.call(
        (client, { options }) =>
          client.appendToStream<ClientEvent>(this.#prefix + stream, clientEvents, {
            ...options,
            // Only an exact revision makes the repeat of an append idempotent, whatever happened to the server.
            expectedRevision: expectedRevision === -1 ? NO_STREAM : BigInt(expectedRevision),
          }),
        APPEND_ATTEMPT_MS,
      );
      const revision = Number(nextExpectedRevision);
      if (position !== undefined) return { revision, position: Number(position.commit) };
      // The repeat of an append whose events are truncated by now.
      const { events: newest } = await this.read(stream, { last: 1 });
      return { revision, position: newest.at(-1)?.position ?? (await this.head()) };
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) {
        return await this.#writtenBefore(stream, expectedRevision, events);
      }
      const limit = exceededLimit(error);
      if (limit !== null) throw new TooLargeError(stream, sizeOf(events, metadata), limit);
      throw error;
    }
  }

  /**
   * The result of an append that the server refused. It refuses some repeats that arrive while it still writes the
   * first append.
   * @throws ConflictError unless exactly these events are at their expected place.
   */
  async #writtenBefore(
    stream: string,
    expected: number,
    events: readonly NewEvent<E>[],
  ): Promise<{ readonly revision: number; readonly position: number }> {
    // Reads the revision first: events up to it are visible to the next read.
    const { revision: actual } = await this.read(stream, { last: 1 });
    const written = await this.#read(stream, { fromRevision: BigInt(expected + 1), maxCount: events.length });
    const last = written.at(-1);
    if (last === undefined || !events.every(({ id }, index) => id === written[index]?.event?.id)) {
      throw new ConflictError(stream, expected, actual);
    }
    return { revision: expected + events.length, position: positionOf(last) };
  }

  async head(): Promise<number> {
    this.#mustBeOpen();
    return this.#feed.head();
  }

  async *follow(
    after: number,
    signal: AbortSignal,
    only?: FeedFilter,
  ): AsyncGenerator<readonly RecordedEvent<E>[], void> {
    this.#mustBeOpen();
    yield* this.#feed.follow(after, signal, only);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#feed.close();
    await this.#connection.close();
  }

  #readFrom(stream: string, from: number): Promise<ResolvedEvent[]> {
    return this.#read(stream, { fromRevision: BigInt(from) });
  }

  /** Newest first. */
  #readLast(stream: string, count: number): Promise<ResolvedEvent[]> {
    return this.#read(stream, { direction: BACKWARDS, fromRevision: END, maxCount: count });
  }

  async #read(
    stream: string,
    range: {
      readonly direction?: typeof BACKWARDS;
      readonly fromRevision: bigint | typeof END;
      readonly maxCount?: number;
    },
  ): Promise<ResolvedEvent[]> {
    try {
      return await this.#connection.call((client, { options, signal }) =>
        readAllOf(() => client.readStream(this.#prefix + stream, { ...options, ...range }), signal),
      );
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      throw error;
    }
  }

  #mustBeOpen(): void {
    if (this.#isClosed) throw closedError();
  }
}

/** Checks that the server lacks or reports unclearly. */
function assertAppendable(
  stream: string,
  expectedRevision: number,
  events: readonly NewEvent[],
  metadata: EventMetadata,
): void {
  if (stream === '' || stream.startsWith('$')) throw new TypeError(`“${stream}” is not a stream name`);
  if (!Number.isInteger(expectedRevision) || expectedRevision < -1) {
    throw new RangeError(`an expected revision must be -1 or more, not ${expectedRevision}`);
  }
  if (events.length === 0) throw new TypeError(`an append to ${stream} must have at least one event`);
  if (new Set(events.map(({ id }) => id)).size < events.length) {
    throw new TypeError(`an append to ${stream} has the same event id twice`);
  }
  const bytes = sizeOf(events, metadata);
  if (bytes > MAX_APPEND_BYTES) throw new TooLargeError(stream, bytes, MAX_APPEND_BYTES);
}

/** Counts as MAX_APPEND_BYTES does. */
function sizeOf(events: readonly NewEvent[], metadata: EventMetadata): number {
  const each = Buffer.byteLength(JSON.stringify(metadata));
  return events.reduce((sum, { data }) => sum + Buffer.byteLength(JSON.stringify(data)) + each, 0);
}
