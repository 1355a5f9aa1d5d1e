/**
 * Reads a data folder, or a copy of one, and writes nothing, even beside the server that uses the folder. For commands
 * of the terminal in a separate process; the server opens its folder with `openDataFolder`.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredEvent } from '../../../ledger/chain.ts';
import type { BlobStore } from '../../../ports/storage/blob-store.ts';
import type { DurableStore } from '../../../ports/storage/durable-store.ts';
import { type EventShape, type RecordedEvent, UnreadableEvent } from '../../../ports/storage/event-store.ts';
import type { KeyStore } from '../../../ports/storage/key-store.ts';
import { EVENT_COLUMNS, type EventRow, toRecordedEvent } from '../log/event-rows.ts';
import { connect, RowStatement } from '../sqlite/database.ts';
import { readBlobFiles } from '../stores/blob-store.ts';
import { DataFolderError } from './data-folder.ts';

/** Rows read at once. */
const PAGE_ROWS = 500;
const STORED_COLUMNS = ['stream', 'revision', 'id', 'type', 'metadata', 'data']
  .map((column) => `CAST(${column} AS BLOB)`)
  .join(', ');

type StoredEventRow = [
  position: number,
  stream: Uint8Array<ArrayBuffer>,
  revision: Uint8Array<ArrayBuffer>,
  id: Uint8Array<ArrayBuffer>,
  type: Uint8Array<ArrayBuffer>,
  metadata: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
];

/** The lasting parts of a data folder. */
export interface FolderReader<E extends EventShape> {
  readonly directory: string;
  /**
   * The bytes of all events in order, up to the end of the log at the first page.
   * @throws UnreadableEvent if the file lacks the event at a position, or cannot read it.
   */
  storedEvents(): AsyncGenerator<readonly StoredEvent[], void>;
  /**
   * The events after a position, up to the present end of the log; personal data is encrypted.
   * @throws DataFolderError if an event is missing or damaged.
   */
  events(after?: number): AsyncGenerator<readonly RecordedEvent<E>[], void>;
  /** The events of one stream as stored. */
  stream(name: string): readonly StoredEvent[];
  /** The position of the last event, which is also the number of events. */
  head(): number;
  /** null: the folder lacks durable.db, as in an older version. */
  readonly state: Pick<DurableStore, 'get'> | null;
  readonly keys: Pick<KeyStore, 'find'>;
  readonly files: Pick<BlobStore, 'list' | 'get'>;
  close(): void;
}

/** Opens a folder for reading. @throws DataFolderError if it is not a data folder, or its log cannot be opened. */
export function readFolder<E extends EventShape>(directory: string): FolderReader<E> {
  const folder = resolve(directory);
  const open: DatabaseSync[] = [];
  const openFile = (name: string): DatabaseSync | null => {
    const file = join(folder, name);
    if (!existsSync(file)) return null;
    try {
      const database = connect(file, { readOnly: true });
      open.push(database);
      // Opening alone reads nothing.
      database.prepare('SELECT count(*) FROM sqlite_schema').get();
      return database;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new DataFolderError(`${file} cannot be read (${reason}).`, { cause: error });
    }
  };
  const close = () => {
    for (const database of open.splice(0)) database.close();
  };
  try {
    const log = openFile('events.db');
    if (log === null) {
      throw new DataFolderError(`${folder} is not a data folder: it has no events.db. Name the folder of DATA_DIR.`);
    }
    return {
      directory: folder,
      ...eventsOf<E>(log),
      state: stateOf(openFile('durable.db')),
      keys: keysOf(openFile('keys.db')),
      files: readBlobFiles(folder),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

function eventsOf<E extends EventShape>(
  log: DatabaseSync,
): Pick<FolderReader<E>, 'storedEvents' | 'events' | 'stream' | 'head'> {
  const after = 'FROM events WHERE position > ? ORDER BY position LIMIT ?';
  const storedPage = new RowStatement(log, `SELECT position, ${STORED_COLUMNS} ${after}`);
  const page = new RowStatement(log, `SELECT ${EVENT_COLUMNS} ${after}`);
  const ofStream = new RowStatement(
    log,
    `SELECT position, ${STORED_COLUMNS} FROM events WHERE stream = ? ORDER BY revision`,
  );
  const last = new RowStatement(log, 'SELECT max(position) FROM events');
  const head = () => last.get<[number | null]>()?.[0] ?? 0;
  return {
    head,
    async *storedEvents() {
      const end = head();
      for (let position = 0; position < end; ) {
        const rows = readStored(storedPage, position);
        for (const [index, [found]] of rows.entries()) {
          if (found === position + index + 1) continue;
          yield rows.slice(0, index).map(toStored);
          throw new UnreadableEvent(`Event ${position + index + 1} is missing from the log.`, true);
        }
        if (rows.length === 0) throw new UnreadableEvent(`Event ${position + 1} is missing from the log.`, true);
        yield rows.map(toStored);
        position += rows.length;
        await nextTurn();
      }
    },
    async *events(from = 0) {
      const end = head();
      for (let position = from; position < end; ) {
        const events = readEvents<E>(page, position);
        yield events;
        position += events.length;
        await nextTurn();
      }
    },
    stream: (name) => ofStream.all<StoredEventRow>(name).map(toStored),
  };
}

/** The complete page after a position. */
function readEvents<E extends EventShape>(page: RowStatement, position: number): RecordedEvent<E>[] {
  let next = position + 1;
  try {
    const events = page.all<EventRow>(position, PAGE_ROWS).map((row) => {
      if (row[0] !== next) throw new Error('it is missing');
      const event = toRecordedEvent<E>(row);
      next += 1;
      return event;
    });
    if (events.length === 0) throw new Error('it is missing');
    return events;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DataFolderError(`Event ${next} of the log cannot be read (${reason}): run npm run verify.`, { cause });
  }
}

/** A page of rows. In a damaged file: the rows before the first unreadable one. */
function readStored(page: RowStatement, after: number): StoredEventRow[] {
  try {
    return page.all<StoredEventRow>(after, PAGE_ROWS);
  } catch {
    const rows: StoredEventRow[] = [];
    for (;;) {
      const position = after + rows.length;
      try {
        const [row] = page.all<StoredEventRow>(position, 1);
        if (row === undefined) return rows;
        rows.push(row);
      } catch (cause) {
        if (rows.length > 0) return rows;
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new UnreadableEvent(`Event ${position + 1} cannot be read (${reason}).`, false, { cause });
      }
    }
  }
}

function toStored([position, stream, revision, id, type, metadata, data]: StoredEventRow): StoredEvent {
  return { position, stream, revision, id, type, metadata, data };
}

function stateOf(durable: DatabaseSync | null): FolderReader<EventShape>['state'] {
  if (durable === null) return null;
  const value = new RowStatement(durable, 'SELECT value FROM entries WHERE kind = ? AND key = ?');
  return {
    async get<T>(kind: string, key: string): Promise<T | null> {
      const row = value.get<[string]>(kind, key);
      try {
        return row === undefined ? null : JSON.parse(row[0]);
      } catch {
        // Treat a damaged entry as missing.
        return null;
      }
    },
  };
}

function keysOf(keys: DatabaseSync | null): Pick<KeyStore, 'find'> {
  if (keys === null) return { find: async () => null };
  const select = new RowStatement(keys, 'SELECT key FROM keys WHERE owner = ?');
  return { find: async (owner) => select.get<[Uint8Array<ArrayBuffer>]>(owner)?.[0] ?? null };
}
