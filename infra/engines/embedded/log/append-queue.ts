/** Group commit: appends that arrive in one turn of the event loop share a transaction and its sync to the disk. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { ConflictError, TooLargeError } from '../../../ports/storage/errors.ts';
import { type EventMetadata, MAX_APPEND_BYTES, type NewEvent } from '../../../ports/storage/event-store.ts';
import { inTransaction, RowStatement } from '../sqlite/database.ts';

/** The most events in one transaction, so that a flood of appends does not hold up the turn. */
const GROUP_EVENTS = 1_000;

interface AppendResult {
  readonly revision: number;
  readonly position: number;
}

/** An append, already as JSON, that waits for the next commit. */
interface PendingAppend {
  readonly stream: string;
  readonly expected: number;
  readonly events: readonly { readonly id: string; readonly type: string; readonly data: string }[];
  readonly metadata: string;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
}

export class AppendQueue {
  readonly #database: DatabaseSync;
  readonly #onCommit: () => void;
  readonly #insert: StatementSync;
  readonly #removeFrom: StatementSync;
  readonly #byId: RowStatement;
  readonly #revision: RowStatement;
  readonly #head: RowStatement;
  #waiting: PendingAppend[] = [];
  #scheduled = false;

  /** @param onCommit called after each commit. */
  constructor(database: DatabaseSync, onCommit: () => void) {
    this.#database = database;
    this.#onCommit = onCommit;
    // SQLite gives an event the position after the last one.
    this.#insert = database.prepare(
      'INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#removeFrom = database.prepare('DELETE FROM events WHERE position >= ?');
    this.#byId = new RowStatement(database, 'SELECT stream, revision, position FROM events WHERE id = ?');
    this.#revision = new RowStatement(database, 'SELECT max(revision) FROM events WHERE stream = ?');
    this.#head = new RowStatement(database, 'SELECT max(position) FROM events');
  }

  /** The revision of a stream's last event; -1 without events. */
  revisionOf(stream: string): number {
    return this.#revision.get<[number | null]>(stream)?.[0] ?? -1;
  }

  /** The position of the last event; 0 without events. */
  head(): number {
    return this.#head.get<[number | null]>()?.[0] ?? 0;
  }

  /** Works like `EventStore.append`. The events are synced to the disk when the promise resolves. */
  append(
    stream: string,
    expected: number,
    events: readonly NewEvent[],
    metadata: EventMetadata,
  ): Promise<AppendResult> {
    if (stream === '') throw new TypeError('a stream must have a name');
    if (!Number.isInteger(expected) || expected < -1) {
      throw new RangeError(`an expected revision must be -1 or more, not ${expected}`);
    }
    if (events.length === 0) throw new TypeError(`an append to ${stream} must have at least one event`);
    if (new Set(events.map((event) => event.id)).size < events.length) {
      throw new TypeError(`an append to ${stream} has the same event id twice`);
    }
    const metadataJson = JSON.stringify(metadata);
    const rows = events.map(({ id, type, data }) => ({ id, type, data: JSON.stringify(data) }));
    const bytes =
      rows.length * Buffer.byteLength(metadataJson) + rows.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
    if (bytes > MAX_APPEND_BYTES) throw new TooLargeError(stream, bytes, MAX_APPEND_BYTES);
    const { promise, resolve, reject } = Promise.withResolvers<AppendResult>();
    this.#waiting.push({ stream, expected, events: rows, metadata: metadataJson, resolve, reject });
    this.#schedule();
    return promise;
  }

  /** Writes all waiting appends. */
  flush(): void {
    while (this.#waiting.length > 0) this.#commitGroup();
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

  /** Takes as many waiting appends as one transaction should hold, writes them and settles each. */
  #commitGroup(): void {
    let taken = 0;
    for (let events = 0; taken < this.#waiting.length && events < GROUP_EVENTS; taken += 1) {
      events += this.#waiting[taken]?.events.length ?? 0;
    }
    const group = this.#waiting.slice(0, taken);
    this.#waiting = this.#waiting.slice(taken);
    const results: (AppendResult | Error)[] = [];
    try {
      inTransaction(this.#database, () => {
        for (const append of group) results.push(this.#write(append));
      });
    } catch (error) {
      for (const append of group) append.reject(error);
      return;
    }
    for (const [index, append] of group.entries()) {
      const result = results[index];
      if (result === undefined || result instanceof Error) append.reject(result);
      else append.resolve(result);
    }
    this.#onCommit();
  }

  /**
   * Writes one append, or returns the reason against it. Throws only if the whole transaction is lost. The indexes refuse
   * what was written before, so that an append without a conflict looks nothing up but the end of an existing stream.
   */
  #write(append: PendingAppend): AppendResult | Error {
    const { stream, expected, events, metadata } = append;
    if (expected >= 0 && this.revisionOf(stream) !== expected) return this.#refusal(append);
    let [revision, position] = [expected, 0];
    try {
      for (const { id, type, data } of events) {
        position = Number(this.#insert.run(stream, revision + 1, id, type, data, metadata).lastInsertRowid);
        revision += 1;
      }
      return { revision, position };
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const written = revision - expected;
      if (written > 0) this.#removeFrom.run(position - written + 1);
      return this.#refusal(append);
    }
  }

  /** The result of the same append if it was written before; else the reason against it. */
  #refusal({ stream, expected, events }: PendingAppend): AppendResult | Error {
    const writtenRows = events.flatMap((event) => this.#byId.all<[string, number, number]>(event.id));
    const latest = writtenRows.at(-1);
    if (latest !== undefined) {
      if (writtenRows.length === events.length && writtenRows.every(([written]) => written === stream)) {
        return { revision: latest[1], position: latest[2] };
      }
      return new Error(`some event ids of an append to ${stream} were already written, to ${latest[0]}`);
    }
    return new ConflictError(stream, expected, this.revisionOf(stream));
  }
}

/** SQLITE_CONSTRAINT_UNIQUE: https://sqlite.org/rescode.html */
const UNIQUE = 2067;

function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === UNIQUE;
}
