/**
 * The ports: what the services need of the outside world, in the terms every engine (SQLite, EventStoreDB, MongoDB,
 * Kafka) can keep. Three words are never mixed: a *revision* counts events in one stream (from 0; "no stream yet" is
 * -1), a *position* is a place in the whole log (from 1; 0 is "before the first event"), a *version* is of a schema.
 */

/** The least an event is: a tagged JSON object. */
export interface EventShape {
  readonly type: string;
  readonly data: object;
}

/** Said once for all events of one append. `at` is an ISO 8601 instant in UTC. */
export interface EventMetadata {
  /** A user id, or `checker`, `scheduler`, `system`. */
  readonly actor: string;
  /** One id for everything that follows from one request. */
  readonly correlationId: string;
  /** The id of the command or event that caused this one. */
  readonly causationId: string;
  readonly at: string;
}

/** An event before it is written. `id` makes the append idempotent. */
export type NewEvent<E extends EventShape = EventShape> = E & { readonly id: string };

/** An event as the log holds it. */
export type RecordedEvent<E extends EventShape = EventShape> = E & {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly metadata: EventMetadata;
};

/** The write side: compare, then append. */
export interface EventStore<E extends EventShape = EventShape> {
  /** All events of a stream in order. A stream that does not exist has no events and revision -1. */
  read(stream: string): Promise<{ readonly events: readonly RecordedEvent<E>[]; readonly revision: number }>;
  /**
   * Appends all events or none, durably, if the stream stands at `expectedRevision` (-1: it must not exist yet).
   * Answers the revision and position of the last event written. A batch whose event ids were all written before to
   * this stream answers as it did the first time.
   * @throws ConflictError when the stream moved on.
   */
  append(
    stream: string,
    expectedRevision: number,
    events: readonly NewEvent<E>[],
    metadata: EventMetadata,
  ): Promise<{ readonly revision: number; readonly position: number }>;
}

/** The whole log in total order. */
export interface Feed<E extends EventShape = EventShape> {
  /** Yields non-empty batches of events with position > `after`, first the past, then as they come, until aborted. */
  follow(after: number, signal: AbortSignal): AsyncIterable<readonly RecordedEvent<E>[]>;
  /** The position of the last event written, 0 for an empty log. */
  head(): Promise<number>;
}
