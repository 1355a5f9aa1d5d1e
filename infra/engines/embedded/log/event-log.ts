/** The event log in one SQLite file: an EventStore and a Feed for a process that has the file to itself. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ConflictError } from '../../../ports/errors.ts';
import type {
  EventMetadata,
  EventShape,
  EventStore,
  Feed,
  NewEvent,
  RecordedEvent,
} from '../../../ports/event-store.ts';
import { EventWindow } from '../../event-window.ts';
import { inTransaction, openDatabase, RowStatement } from '../sqlite/database.ts';

export interface SqliteEventsOptions {
  /** Rows a follower is given at once; default 1,000. */
  readonly pageRows?: number;
  /** MiB of pages kept in memory; default 16. Who only follows needs 2: no page is read twice. */
  readonly cacheMiB?: number;
}

export interface SqliteEvents<E extends EventShape = EventShape> extends EventStore<E>, Feed<E> {
  /** Calls `listener` after each commit of this connection, from now on. */
  onCommit(listener: () => void): void;
  /**
   * Another connection to the file committed: the followers here are to look. The write-ahead log is copied back from here
   * every now and then, for the other one may be `checkpointedElsewhere`.
   */
  committedElsewhere(): void;
  /** From now on commits here copy the write-ahead log back only where nobody else does. */
  checkpointedElsewhere(): void;
  /** Writes what still waits, ends the followers and closes the file. What is asked later is refused. */
  close(): Promise<void>;
}

/** Positions are dense because nothing is ever deleted and a failed append writes no row. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS events_by_stream ON events (stream, revision);
  CREATE UNIQUE INDEX IF NOT EXISTS events_by_id ON events (id);
`;

const COLUMNS = 'position, stream, revision, id, type, data, metadata';
type EventRow = [
  position: number,
  stream: string,
  revision: number,
  id: string,
  type: string,
  data: string,
  metadata: string,
];

/** Events one transaction takes at most, so that a flood of appends does not hold up the turn. */
const GROUP_EVENTS = 1_000;
const PAGE_ROWS = 1_000;
const CACHE_MIB = 16;
/** Characters of JSON a page should hold at most: large events make smaller pages. */
const PAGE_CHARACTERS = 8_000_000;
/** 40 MiB of log between checkpoints: they are the slowest commits there are. */
const CHECKPOINT_PAGES = 10_000;
/** Where another connection makes them: far more than that one leaves. */
const CHECKPOINT_PAGES_LEFT = 80_000;
/** Events between the checkpoints it makes: a commit of one writes four pages. */
const CHECKPOINT_EVENTS = 8_000;

interface AppendResult {
  readonly revision: number;
  readonly position: number;
}

/** An append that waits for the next commit, its JSON already made. */
interface PendingAppend {
  readonly stream: string;
  readonly expected: number;
  readonly events: readonly { readonly id: string; readonly type: string; readonly data: string }[];
  readonly metadata: string;
  readonly resolve: (outcome: AppendResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Opens the log, creating the file where there is none. Appends that arrive in one turn of the event loop are written
 * in one transaction, each with its own outcome; an append has been synced to the disk when its promise resolves.
 */
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
    database.exec(SCHEMA);
    return new EventLog<E>(database, options.pageRows ?? PAGE_ROWS);
  } catch (error) {
    database.close();
    throw error;
  }
}

class EventLog<E extends EventShape> implements SqliteEvents<E> {
  readonly #database: DatabaseSync;
  readonly #pageRows: number;
  readonly #insert: StatementSync;
  readonly #byId: RowStatement;
  readonly #byStream: RowStatement;
  readonly #revision: RowStatement;
  readonly #page: RowStatement;
  readonly #head: RowStatement;
  readonly #followers = new Set<() => void>();
  readonly #window: EventWindow<E>;
  #onCommit: () => void = () => undefined;
  #waiting: PendingAppend[] = [];
  /** The head at the last checkpoint made for another connection. */
  #checkpointed: number;
  #scheduled = false;
  #closed = false;

  constructor(database: DatabaseSync, pageRows: number) {
    this.#database = database;
    this.#pageRows = pageRows;
    this.#window = new EventWindow(pageRows);
    this.#insert = database.prepare(`INSERT INTO events (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`);
    this.#byId = new RowStatement(database, 'SELECT stream, revision, position FROM events WHERE id = ?');
    this.#byStream = new RowStatement(database, `SELECT ${COLUMNS} FROM events WHERE stream = ? ORDER BY revision`);
    this.#revision = new RowStatement(
      database,
      'SELECT revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1',
    );
    this.#page = new RowStatement(
      database,
      `SELECT ${COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ?`,
    );
    this.#head = new RowStatement(database, 'SELECT max(position) FROM events');
    this.#checkpointed = this.#currentHead();
  }

  async read(stream: string): Promise<{ events: RecordedEvent<E>[]; revision: number }> {
    this.#mustBeOpen();
    const events = this.#byStream.all<EventRow>(stream).map((row) => recorded<E>(row));
    return { events, revision: events.length - 1 };
  }

  async head(): Promise<number> {
    this.#mustBeOpen();
    return this.#currentHead();
  }

  async append(
    stream: string,
    expectedRevision: number,
    events: readonly NewEvent<E>[],
    metadata: EventMetadata,
  ): Promise<AppendResult> {
    this.#mustBeOpen();
    if (stream === '') throw new TypeError('a stream must have a name');
    if (!Number.isInteger(expectedRevision) || expectedRevision < -1) {
      throw new RangeError(`an expected revision is -1 or more, not ${expectedRevision}`);
    }
    if (events.length === 0) throw new TypeError(`an append to ${stream} must bring at least one event`);
    if (new Set(events.map((event) => event.id)).size < events.length) {
      throw new TypeError(`an append to ${stream} brings the same event id twice`);
    }
    const { promise, resolve, reject } = Promise.withResolvers<AppendResult>();
    this.#waiting.push({
      stream,
      expected: expectedRevision,
      events: events.map(({ id, type, data }) => ({ id, type, data: JSON.stringify(data) })),
      metadata: JSON.stringify(metadata),
      resolve,
      reject,
    });
    this.#schedule();
    return promise;
  }

  async *follow(after: number, signal: AbortSignal): AsyncGenerator<readonly RecordedEvent<E>[], void> {
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
      yield events;
      sinceTurn += events.length;
      if (sinceTurn < reader.limit) continue;
      // A long replay lets requests through between its pages.
      sinceTurn = 0;
      await nextTurn();
    }
  }

  /** The next page from the file, for this follower and for those who come to the same place after it. */
  #readPage(position: number, reader: { limit: number }): readonly RecordedEvent<E>[] {
    const { limit } = reader;
    const rows = this.#page.all<EventRow>(position, limit);
    const events = rows.map((row) => recorded<E>(row));
    const characters = rows.reduce((sum, row) => sum + row[5].length + row[6].length, 0);
    if (rows.length === limit) reader.limit = nextLimit(limit, characters, this.#pageRows);
    this.#window.add(events, characters);
    return events;
  }

  onCommit(listener: () => void): void {
    this.#onCommit = listener;
  }

  committedElsewhere(): void {
    this.#wakeFollowers();
    const head = this.#currentHead();
    if (head - this.#checkpointed < CHECKPOINT_EVENTS) return;
    this.#checkpointed = head;
    // Passive: it waits for nobody, and nobody waits for it.
    this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  }

  checkpointedElsewhere(): void {
    this.#database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES_LEFT}`);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    while (this.#waiting.length > 0) this.#commitGroup();
    this.#closed = true;
    this.#wakeFollowers();
    this.#database.close();
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new Error('the event log is closed');
  }

  #currentHead(): number {
    return this.#head.get<[number | null]>()?.[0] ?? 0;
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (this.#waiting.length > 0) this.#commitGroup();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }

  /** Takes as many waiting appends as one transaction should hold, writes them and tells each its outcome. */
  #commitGroup(): void {
    let taken = 0;
    for (let events = 0; taken < this.#waiting.length && events < GROUP_EVENTS; taken += 1) {
      events += this.#waiting[taken]?.events.length ?? 0;
    }
    const group = this.#waiting.slice(0, taken);
    this.#waiting = this.#waiting.slice(taken);
    const outcomes: (AppendResult | Error)[] = [];
    try {
      inTransaction(this.#database, () => {
        let head = this.#currentHead();
        for (const append of group) {
          const outcome = this.#write(append, head);
          if (!(outcome instanceof Error) && outcome.position > head) head = outcome.position;
          outcomes.push(outcome);
        }
      });
    } catch (error) {
      for (const append of group) append.reject(error);
      return;
    }
    for (const [index, append] of group.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined || outcome instanceof Error) append.reject(outcome);
      else append.resolve(outcome);
    }
    // Not in this turn of the event loop, which those who appended go on in.
    setImmediate(() => this.#wakeFollowers());
    this.#onCommit();
  }

  /** Writes one append behind `head`, or answers why not; throws only when the whole transaction is lost. */
  #write(append: PendingAppend, head: number): AppendResult | Error {
    const { stream, expected, events } = append;
    const known = events.flatMap((event) => this.#byId.all<[string, number, number]>(event.id));
    const latest = known.at(-1);
    if (latest !== undefined) {
      if (known.length === events.length && known.every(([written]) => written === stream)) {
        return { revision: latest[1], position: latest[2] };
      }
      return new Error(`some event ids of an append to ${stream} were already written, to ${latest[0]}`);
    }
    const actual = this.#revision.get<[number]>(stream)?.[0] ?? -1;
    if (actual !== expected) return new ConflictError(stream, expected, actual);
    let revision = actual;
    let position = head;
    for (const { id, type, data } of events) {
      revision += 1;
      position += 1;
      this.#insert.run(position, stream, revision, id, type, data, append.metadata);
    }
    return { revision, position };
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

/** Reads a row as the event it was. What was written is trusted to be of the catalogue. */
function recorded<E extends EventShape>(row: EventRow): RecordedEvent<E> {
  const event: unknown = {
    id: row[3],
    type: row[4],
    data: JSON.parse(row[5]),
    stream: row[1],
    revision: row[2],
    position: row[0],
    metadata: JSON.parse(row[6]),
  };
  return event as RecordedEvent<E>;
}

function nextLimit(limit: number, characters: number, most: number): number {
  if (characters > PAGE_CHARACTERS) return Math.max(1, Math.floor((limit * PAGE_CHARACTERS) / characters));
  return Math.min(most, limit * 2);
}
