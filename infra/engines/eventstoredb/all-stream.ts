/** The log in the server's `$all` stream, without events of other programs. */
import { type AllStreamResolvedEvent, BACKWARDS, END, START, streamNameFilter } from '@eventstore/db-client';
import type { EventShape, RecordedEvent } from '../../ports/storage/event-store.ts';
import { batchesOf, readAllOf } from './client-streams.ts';
import { type Connection, NoAnswerError } from './connection.ts';
import { positionOf, toRecordedEvent } from './event-format.ts';

/** Milliseconds until the server must have confirmed a subscription. */
const CONFIRM_MS = 10_000;
/** Events buffered in each half of a subscription. */
const BUFFER = { objectMode: true, highWaterMark: 256 };
/** The most records of other programs that the server searches for one answer. */
const SEARCH_WINDOW = 500;
/** The server's progress reports are not used: their positions are not those of our events. */
const RARE_CHECKPOINTS = 1_000;
/** Records read at once to find the head. The last record is not ours only on a server that others use, too. */
const HEAD_PAGES = [1, 32] as const;
const LARGE_HEAD_PAGE = 250;

export class AllStream<E extends EventShape> {
  readonly #connection: Connection;
  readonly #prefix: string;
  /** The head at the last search of the log, and the last position of the log at that time. */
  #searched = { head: 0, end: 0 };

  constructor(connection: Connection, streamPrefix: string) {
    this.#connection = connection;
    this.#prefix = streamPrefix;
  }

  /** Yields the events after a position in batches as they arrive, until aborted or the server ends it. */
  async *subscribe(
    after: number,
    signal: AbortSignal,
    onConfirmed: () => void = () => {},
  ): AsyncGenerator<readonly RecordedEvent<E>[], void> {
    const { client, options } = this.#connection;
    const unconfirmed = new AbortController();
    const timer = setTimeout(() => {
      this.#connection.renew(client);
      unconfirmed.abort();
    }, CONFIRM_MS);
    const start = BigInt(after);
    const window = { maxSearchWindow: SEARCH_WINDOW, checkpointInterval: RARE_CHECKPOINTS };
    const filter =
      this.#prefix === ''
        ? streamNameFilter({ ...window, regex: '^[^$]' })
        : streamNameFilter({ ...window, prefixes: [this.#prefix] });
    const open = () =>
      client
        .subscribeToAll(
          {
            ...options,
            fromPosition: after === 0 ? START : { commit: start, prepare: start },
            filter,
          },
          BUFFER,
        )
        .once('confirmation', () => {
          clearTimeout(timer);
          onConfirmed();
        });
    try {
      for await (const batch of batchesOf(open, AbortSignal.any([signal, unconfirmed.signal]))) {
        const events = batch.map((each) => toRecordedEvent<E>(each, this.#prefix)).filter((each) => each !== null);
        if (events.length > 0) yield events;
      }
    } finally {
      clearTimeout(timer);
    }
    if (unconfirmed.signal.aborted) throw new NoAnswerError();
  }

  /** The position of our last event; 0 without events. @throws BusyError if the server does not answer. */
  async head(): Promise<number> {
    const searched = this.#searched;
    const found = { head: searched.head, end: searched.end };
    let before: number | null = null;
    for (let page = 0; ; page += 1) {
      const maxCount = HEAD_PAGES[page] ?? LARGE_HEAD_PAGE;
      const records = await this.#readBackwards(before, maxCount);
      found.end = Math.max(found.end, ...records.map(positionOf));
      const unknown = records.filter((record) => positionOf(record) > searched.end);
      const ours = unknown.find((record) => toRecordedEvent<E>(record, this.#prefix) !== null);
      if (ours !== undefined) found.head = positionOf(ours);
      if (ours !== undefined || unknown.length < maxCount) break;
      before = Math.min(...records.map(positionOf));
    }
    if (found.end > this.#searched.end) this.#searched = found;
    return found.head;
  }

  /** Reads the newest records first, from the end of the log or from before a position. */
  #readBackwards(before: number | null, maxCount: number): Promise<AllStreamResolvedEvent[]> {
    const fromPosition = before === null ? END : { commit: BigInt(before), prepare: BigInt(before) };
    return this.#connection.call((client, { options, signal }) =>
      readAllOf(() => client.readAll({ ...options, direction: BACKWARDS, maxCount, fromPosition }), signal),
    );
  }
}
