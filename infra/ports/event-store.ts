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

/** What a declared field of a view may hold. Text compares case-insensitively in sorting, exactly in `where`. */
export type FieldValue = string | number | null;

/** What a read store must know of a view before it can keep it. */
export interface ViewSchema {
  /** Lower case letters and hyphens. */
  readonly name: string;
  /** Raised whenever documents of an older build would be wrong: the view is then rebuilt from the log. */
  readonly version: number;
  /** The fields `where` and `sort` may name; each is read from the document's property of that name. */
  readonly fields: readonly string[];
  /** The declared field that nearly every `find` names first (the scope): it leads the indexes. */
  readonly partition?: string;
  /**
   * By a field that lists are sorted by: other declared fields, which lists sorted by it are filtered by, so that a store
   * need not look at each document on the way. Each change of one of them costs more for every field that names it: name
   * what changes together.
   */
  readonly covering?: Readonly<Record<string, readonly string[]>>;
  /** Text properties of the document that `contains` looks through. */
  readonly search?: readonly string[];
  /** Views written in this view's commits, under its checkpoint (counters kept from its documents). */
  readonly companions?: readonly ViewSchema[];
}

/** What `find` is asked. `where` is equality or membership; everything else asks for another view. */
export interface FindQuery {
  readonly where?: Readonly<Record<string, FieldValue | readonly FieldValue[]>>;
  /** A case-insensitive substring over the view's `search` properties. */
  readonly contains?: string;
  /** Text case-insensitively; empty values (null, '') last in both directions; ties by id in the same direction. */
  readonly sort?: { readonly field: string; readonly descending: boolean };
  /** Default 0. */
  readonly skip?: number;
  /** Default: no limit. */
  readonly limit?: number;
  /** Counts no further than this, from 1: a total of it says that there are so many at least. Default: counts all. */
  readonly countUpTo?: number;
}

/** One document to put, or with `null` to remove; `companion` names the companion view it belongs to. */
export interface ViewWrite {
  readonly id: string;
  readonly doc: object | null;
  readonly companion?: string;
}

/** The read side. Documents are plain JSON. A name that was not declared is a programming error and throws. */
export interface ReadStore {
  get<D extends object>(view: string, id: string): Promise<D | null>;
  /** In the order of `ids`, missing ones left out. */
  getMany<D extends object>(view: string, ids: readonly string[]): Promise<D[]>;
  find<D extends object>(view: string, query: FindQuery): Promise<{ readonly rows: D[]; readonly total: number }>;
  /** The position up to which the view has seen the log; 0 for a new view. */
  position(view: string): Promise<number>;
  /**
   * Writes the documents and moves the checkpoint from `expected` to `next` in one transaction. The conditional move
   * is its first step, so of two racing projectors one fails and writes nothing.
   * @throws ConflictError when the checkpoint is not at `expected`.
   */
  commit(view: string, expected: number, next: number, writes: readonly ViewWrite[]): Promise<void>;
  /**
   * Forgets a view, to be filled with a whole log at once: its documents, its companions' documents and its checkpoint.
   * What only serves `find` is made at the end: until then it is not to be asked. A view left so by a killed process is empty when
   * the store is opened again.
   */
  beginFilling(view: string): Promise<void>;
  endFilling(view: string): Promise<void>;
}

/**
 * Small values that end by themselves: sessions, one-time tokens, remembered answers, rate counters. `kind` keeps the
 * uses apart; `expiresAt` is an ISO instant after which the entry is as good as gone. Callers hash secrets first.
 */
export interface ExpiringStore {
  get<T>(kind: string, key: string): Promise<T | null>;
  /** `owner` is whose the entry is, for `listOf` and `removeOf`; left out: nobody's. */
  put(kind: string, key: string, value: unknown, expiresAt: string, owner?: string): Promise<void>;
  /** Puts only where nothing (unexpired) stands; says whether it did. */
  putIfAbsent(kind: string, key: string, value: unknown, expiresAt: string): Promise<boolean>;
  /** Puts only where something (unexpired) stands, and leaves its owner as it is; says whether it did. */
  replace(kind: string, key: string, value: unknown, expiresAt: string): Promise<boolean>;
  /** Gets and removes in one step: of two takers, one gets it. */
  take<T>(kind: string, key: string): Promise<T | null>;
  remove(kind: string, key: string): Promise<void>;
  /** Adds one to a counter and answers its new value; the first add sets `expiresAt`. */
  increment(kind: string, key: string, expiresAt: string): Promise<number>;
  /** An owner's (unexpired) entries of a kind, in no particular order. */
  listOf<T>(kind: string, owner: string): Promise<readonly { readonly key: string; readonly value: T }[]>;
  /** Removes an owner's entries of a kind, all in one step. */
  removeOf(kind: string, owner: string): Promise<void>;
}

/** Files of evidence, each known by the SHA-256 of its bytes in hex. A text that is no such hash names no file. */
export interface EvidenceStore {
  /** Keeps the bytes durably and answers their hash. What is kept already only becomes the newest. */
  put(bytes: Uint8Array): Promise<string>;
  get(hash: string): Promise<Uint8Array | null>;
  has(hash: string): Promise<boolean>;
  remove(hash: string): Promise<void>;
  /** All files and their sizes, oldest first. */
  list(): Promise<readonly { readonly hash: string; readonly bytes: number }[]>;
}

/** Slow hashes of passwords; each has its salt and its parameters in it. */
export interface PasswordHasher {
  /** @throws BusyError when too many are under way. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the one hashed. `null`, no hash at all, takes as long and is never right.
   * @throws BusyError when too many are under way.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
}

/** More of a costly work was asked for than is done at once: try again in a moment. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

/** The bytes of people's photos, each under its person and the SHA-256 of the bytes in hex. */
export interface PhotoStore {
  /** Keeps the bytes durably. */
  put(userId: string, hash: string, bytes: Uint8Array): Promise<void>;
  get(userId: string, hash: string): Promise<Uint8Array | null>;
  /** Removes everything kept of the person but this one; with null everything. */
  keepOnly(userId: string, hash: string | null): Promise<void>;
}

/** A stream or a checkpoint was not where the caller had seen it: read again and decide again. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
  readonly expected: number;
  readonly actual: number;

  constructor(what: string, expected: number, actual: number) {
    super(`${what} is at ${actual}, not at ${expected}`);
    this.expected = expected;
    this.actual = actual;
  }
}

/** Structured logging: fields first, then a sentence. */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** One mail, in plain text. `terminalLine` is what a person at the terminal is told when there is no mail server. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly terminalLine: string;
}

export interface Mailer {
  /**
   * Resolves when the mail was handed over.
   * @throws MailError when it was not.
   */
  send(mail: Mail): Promise<void>;
}

/** A mail that was not handed over. The message is for whoever waits for it. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** What kind of failure it was, for the log: 'EENVELOPE', 'ECONNECTION', … */
  readonly code: string;

  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
