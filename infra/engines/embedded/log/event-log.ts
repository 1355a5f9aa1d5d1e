/** The event log in one SQLite file: an EventStore and a Feed for a process that uses the file alone. */
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  EventMetadata,
  EventShape,
  EventStore,
  Feed,
  FeedFilter,
  NewEvent,
  RecordedEvent,
  StreamRange,
} from '../../../ports/storage/event-store.ts';
import { EventWindow } from '../../event-window.ts';
import { checkpoint, openDatabase, RowStatement } from '../sqlite/database.ts';
import { AppendQueue } from './append-queue.ts';
import { EVENT_COLUMNS, EVENTS_SCHEMA, type EventRow, toRecordedEvent } from './event-rows.ts';

interface SqliteEventsOptions {
  /** The most rows that a follower gets at once; default 1,000. */
  readonly pageRows?: number;
  /** MiB of pages cached in memory; default 16. A connection that only follows needs 2: it reads no page twice. */
  readonly cacheMiB?: number;
}

export interface SqliteEvents<E extends EventShape = EventShape> extends EventStore<E>, Feed<E> {
  /** Calls `listener` after each commit of this connection, from now on. */
  onCommit(listener: () => void): void;
  /**
   * Another connection committed to the file: wakes the followers here. Now and then copies the write-ahead log back,
   * for a writer that has called `delegateCheckpoints`.
   */
  notifyCommit(): void;
  /** From now on, commits here copy the write-ahead log back only if no other connection does. */
  delegateCheckpoints(): void;
  /** Writes pending appends, ends the followers and closes the file. Later calls are rejected. */
  close(): Promise<void>;
}

const PAGE_ROWS = 1_000;
const CACHE_MIB = 16;
/** MiB of pages for a thread that reads the log from start to end: a larger cache gains nothing. */
export const FOLLOWER_CACHE_MIB = 2;
/** The most characters of JSON in a page: large events make smaller pages. */
const PAGE_CHARACTERS = 8_000_000;
/** 40 MiB of log between checkpoints, which are the slowest commits. */
const CHECKPOINT_PAGES = 10_000;
/** The same while another connection makes the checkpoints, which come long before this many pages. */
const CHECKPOINT_PAGES_LEFT = 16_000;
/** Events between the checkpoints of that connection: a commit of one event writes four pages. */
const CHECKPOINT_EVENTS = 2_000;

/** Opens the log, creating the file if it is missing. */
export function openSqliteEvents<E extends EventShape = EventShape>(
  file: string,
  options: SqliteEventsOptions = {},
): SqliteEvents<E> {
  const database = openDatabase(file, {
    synchronous: 'FULL',
    checkpointPages: CHECKPOINT_PAGES,
    cacheMiB: options.cacheMiB ?? CACHE_MIB,
  });
  try {
    database.exec(EVENTS_SCHEMA);
    return new EventLog<E>(database, options.pageRows ?? PAGE_ROWS);
  } catch (error) {
    database.close();
    throw error;
  }
}

class EventLog<E extends EventShape> implements SqliteEvents<E> {
  readonly #database: DatabaseSync;
  readonly #pageRows: number;
  readonly #queue: AppendQueue;
  readonly #byStream: RowStatement;
  readonly #lastOfStream: RowStatement;
  readonly #page: RowStatement;
  readonly #followers = new Set<() => void>();
  readonly #window: EventWindow<E>;
  #onCommit: () => void = () => undefined;
  /** The head at the last checkpoint for another connection. */
  #checkpointed: number;
  #closed = false;

  constructor(database: DatabaseSync, pageRows: number) {
    this.#database = database;
    this.#pageRows = pageRows;
    this.#window = new EventWindow(pageRows);
    this.#queue = new AppendQueue(database, () => {
      // Waits for the next turn of the event loop: in this turn the callers of append go on.
      setImmediate(() => this.#wakeFollowers());
      this.#onCommit();
    });
    const ofStream = `SELECT ${EVENT_COLUMNS} FROM events WHERE stream = ?`;
    this.#byStream = new RowStatement(database, `${ofStream} AND revision >= ? ORDER BY revision`);
    this.#lastOfStream = new RowStatement(database, `${ofStream} ORDER BY revision DESC LIMIT ?`);
    this.#page = new RowStatement(
      database,
      `SELECT ${EVENT_COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ?`,
    );
    this.#checkpointed = this.#queue.head();
  }

  async read(
    stream: string,
    range: StreamRange = { from: 0 },
  ): Promise<{ events: RecordedEvent<E>[]; revision: number }> {
    this.#mustBeOpen();
    const rows =
      'last' in range
        ? this.#lastOfStream.all<EventRow>(stream, range.last).reverse()
        : this.#byStream.all<EventRow>(stream, range.from);
    const events = rows.map((row) => toRecordedEvent<E>(row));
    return { events, revision: events.at(-1)?.revision ?? this.#queue.revisionOf(stream) };
  }

  async head(): Promise<number> {
    this.#mustBeOpen();
    return this.#queue.head();
  }

  async append(
    stream: string,
    expectedRevision: number,
    events: readonly NewEvent<E>[],
    metadata: EventMetadata,
  ): Promise<{ revision: number; position: number }> {
    this.#mustBeOpen();
    return this.#queue.append(stream, expectedRevision, events, metadata);
  }

  async *follow(
    after: number,
    signal: AbortSignal,
    only?: FeedFilter,
  ): AsyncGenerator<readonly RecordedEvent<E>[], void> {
    this.#mustBeOpen();
    let position = after;
    const reader = { limit: this.#pageRows };
    let sinceTurn = 0;
    while (!signal.aborted && !this.#closed) {
      const events = this.#window.after(position) ?? this.#readPage(position, reader);
      const last = events.at(-1);
      if (last === undefined) {
        sinceTurn = 0;
        await this.#nextCommit(signal);
        continue;
      }
      position = last.position;
      const wanted = only === undefined ? events : events.filter(({ stream }) => startsWithOne(stream, only.streams));
      if (wanted.length > 0) yield wanted;
      sinceTurn += events.length;
      if (sinceTurn < reader.limit) continue;
      // A long replay lets requests run between its pages.
      sinceTurn = 0;
      await nextTurn();
    }
  }

  /** Reads the next page from the file, for this follower and for later ones at the same position. */
  #readPage(position: number, reader: { limit: number }): readonly RecordedEvent<E>[] {
    const { limit } = reader;
    const rows = this.#page.all<EventRow>(position, limit);
    const events = rows.map((row) => toRecordedEvent<E>(row));
    const characters = rows.reduce((sum, row) => sum + row[5].length + row[6].length, 0);
    if (rows.length === limit) reader.limit = nextLimit(limit, characters, this.#pageRows);
    this.#window.add(position, events, characters);
    return events;
  }

  onCommit(listener: () => void): void {
    this.#onCommit = listener;
  }

  notifyCommit(): void {
    this.#wakeFollowers();
    const head = this.#queue.head();
    // In this file positions are dense: they count events.
    if (head - this.#checkpointed < CHECKPOINT_EVENTS) return;
    this.#checkpointed = head;
    checkpoint(this.#database);
  }

  delegateCheckpoints(): void {
    this.#database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES_LEFT}`);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#queue.flush();
    this.#closed = true;
    this.#wakeFollowers();
    this.#database.close();
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new Error('the event log is closed');
  }

  #wakeFollowers(): void {
    for (const wake of this.#followers) wake();
  }

  async #nextCommit(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#followers.add(resolve);
    const wake = () => resolve();
    signal.addEventListener('abort', wake);
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', wake);
      this.#followers.delete(resolve);
    }
  }
}

function startsWithOne(stream: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => stream.startsWith(prefix));
}

function nextLimit(limit: number, characters: number, most: number): number {
  if (characters > PAGE_CHARACTERS) return Math.max(1, Math.floor((limit * PAGE_CHARACTERS) / characters));
  return Math.min(most, limit * 2);
}
