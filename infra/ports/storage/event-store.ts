/**
 * The event log, in terms that every engine (SQLite, EventStoreDB) can fulfill. Three words are never mixed: a *revision*
 * counts the events of one stream (from 0, without gaps; "no stream yet" is -1), a *position* is a place in the whole
 * log, a *version* belongs to a schema. Positions increase and can be compared. They are not dense: never add to them,
 * subtract them or count with them. 0 is before the first event. Only positions of recorded events are ever stored.
 */

/** The minimum of an event: a tagged JSON object. */
export interface EventShape {
  readonly type: string;
  readonly data: object;
}

/** Metadata of all events of one append. `at` is an ISO 8601 instant in UTC. */
export interface EventMetadata {
  /** A user id, or `checker`, `scheduler`, `system`. */
  readonly actor: string;
  /** One id for everything that follows from one request. */
  readonly correlationId: string;
  /** The id of the command or event that caused this one. */
  readonly causationId: string;
  readonly at: string;
}

/** An event before it is written. `id` is a UUID; it makes a repeated append idempotent. */
export type NewEvent<E extends EventShape = EventShape> = E & { readonly id: string };

/** An event as the log holds it. */
export type RecordedEvent<E extends EventShape = EventShape> = E & {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly metadata: EventMetadata;
};

/** The limit of one append: bytes of UTF-8 JSON, the data and the metadata of all its events together. */
export const MAX_APPEND_BYTES = 1_000_000;

/** A part of a stream: from a revision on, or its last events. Both come in ascending order. */
export type StreamRange = { readonly from: number } | { readonly last: number };

/** The write side: compare, then append. */
export interface EventStore<E extends EventShape = EventShape> {
  /**
   * The events of a stream in order, limited to `range`. `revision` is the revision of the stream's last event,
   * whatever the range. A missing stream has no events and revision -1.
   */
  read(
    stream: string,
    range?: StreamRange,
  ): Promise<{ readonly events: readonly RecordedEvent<E>[]; readonly revision: number }>;
  /**
   * Appends all events or none, durably, if the stream is at `expectedRevision` (-1: it must not exist yet). Returns
   * the revision and position of the last event written. Repeating an append with the same ids at the same expected
   * revision of the same stream writes nothing and returns the first result; reusing ids in any other way is undefined.
   * @throws ConflictError if the stream has moved on; TooLargeError for more than MAX_APPEND_BYTES, before anything is
   * written.
   */
  append(
    stream: string,
    expectedRevision: number,
    events: readonly NewEvent<E>[],
    metadata: EventMetadata,
  ): Promise<{ readonly revision: number; readonly position: number }>;
}

/** Which events a follower wants. */
export interface FeedFilter {
  /** Prefixes of stream names. */
  readonly streams: readonly string[];
}

/** The whole log in total order. */
export interface Feed<E extends EventShape = EventShape> {
  /** Yields non-empty batches of events with position > `after`: first the past, then new ones, until aborted. */
  follow(after: number, signal: AbortSignal, only?: FeedFilter): AsyncIterable<readonly RecordedEvent<E>[]>;
  /** The position of the last event, 0 for an empty log. */
  head(): Promise<number>;
}

/** An event that is missing in the log, or cannot be read. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';
  readonly isMissing: boolean;

  constructor(message: string, isMissing: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isMissing = isMissing;
  }
}
