/**
 * One subscription for all followers of a process. Its events go into a window, which all followers read. A follower
 * behind the window reads pages of the past, which it shares with followers at the same position.
 */

import type { Logger } from '../../ports/process/logger.ts';
import { pauseFor } from '../../ports/process/rounds.ts';
import type { EventShape, Feed, FeedFilter, RecordedEvent } from '../../ports/storage/event-store.ts';
import { EventWindow } from '../event-window.ts';
import { backOffMs, NoAnswerError } from './connection.ts';

/** The source of the feed. */
interface Source<E extends EventShape> {
  /** The events after a position: first the past, then new ones. Throws or ends when the connection breaks. */
  subscribe(after: number, signal: AbortSignal, onConfirmed?: () => void): AsyncIterable<readonly RecordedEvent<E>[]>;
  head(): Promise<number>;
}

const PAGE_EVENTS = 2_000;
/** Characters of JSON after which a page ends. */
const PAGE_CHARACTERS = 4_000_000;
/** Pages read at the same time: each is a call of its own. */
const PAGES_AT_ONCE = 4;
/** Milliseconds one page may take. */
const PAGE_MS = 20_000;
/** Failures in a row before a line is logged: a server may end a subscription at any time. */
const FAILURES_TO_LOG = 2;

export class SharedFeed<E extends EventShape> implements Feed<E> {
  readonly #source: Source<E>;
  readonly #logger: Logger;
  readonly #closing = new AbortController();
  readonly #recent = new EventWindow<E>(PAGE_EVENTS);
  readonly #past = new EventWindow<E>(PAGE_EVENTS);
  /** Pages being read, by the position they begin after. */
  readonly #pages = new Map<number, Promise<readonly RecordedEvent<E>[]>>();
  readonly #waiting = new Set<() => void>();
  /** The last position of the subscription; null before its first event. */
  #reached: number | null = null;
  #running: Promise<void> | null = null;
  #failures = 0;

  constructor(source: Source<E>, logger: Logger) {
    this.#source = source;
    this.#logger = logger;
  }

  head(): Promise<number> {
    return this.#source.head();
  }

  async *follow(
    after: number,
    signal: AbortSignal,
    only?: FeedFilter,
  ): AsyncGenerator<readonly RecordedEvent<E>[], void> {
    const stop = AbortSignal.any([signal, this.#closing.signal]);
    this.#running ??= this.#run();
    let position = after;
    for (let failures = 0; !stop.aborted; ) {
      if (this.#reached === null || position >= this.#reached) {
        await this.#change(stop);
        continue;
      }
      let events: readonly RecordedEvent<E>[] | null;
      try {
        events = this.#recent.after(position) ?? this.#past.after(position) ?? (await this.#page(position, stop));
        failures = 0;
      } catch (error) {
        this.#failed(error);
        await pauseFor(backOffMs(failures++), stop);
        continue;
      }
      const last = events?.at(-1);
      if (!events || last === undefined || stop.aborted) continue;
      position = last.position;
      const wanted =
        only === undefined
          ? events
          : events.filter(({ stream }) => only.streams.some((prefix) => stream.startsWith(prefix)));
      if (wanted.length > 0) yield wanted;
    }
  }

  /** Ends all followers and the subscription. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  /** Subscribes, and resubscribes from the last position whenever the subscription ends, until closed. */
  async #run(): Promise<void> {
    const { signal } = this.#closing;
    for (let failures = 0; !signal.aborted; failures += 1) {
      const onConfirmed = () => {
        failures = 0;
        this.#recovered();
      };
      try {
        this.#reached ??= await this.#source.head();
        this.#wake();
        for await (const events of this.#source.subscribe(this.#reached, signal, onConfirmed)) {
          this.#recent.add(this.#reached, events, charactersOf(events));
          this.#reached = events.at(-1)?.position ?? this.#reached;
          this.#wake();
        }
        if (!signal.aborted) this.#failed(new Error('the server ended the subscription'));
      } catch (error) {
        this.#failed(error);
      }
      await pauseFor(backOffMs(failures), signal);
    }
  }

  /** A page of the past, shared by every follower that asks for it meanwhile; null on abort. */
  #page(after: number, signal: AbortSignal): Promise<readonly RecordedEvent<E>[] | null> {
    let page = this.#pages.get(after);
    if (page === undefined && this.#pages.size >= PAGES_AT_ONCE) {
      // All page reads are busy: wait for one and look again, because it may be the wanted page.
      return orAbort(Promise.race(this.#pages.values()), signal).then(() => null);
    }
    if (page === undefined) {
      page = this.#readPage(after).finally(() => this.#pages.delete(after));
      this.#pages.set(after, page);
    }
    return orAbort(page, signal);
  }

  /** Up to PAGE_EVENTS events of the past, at least one, as far as the subscription has read. */
  async #readPage(after: number): Promise<readonly RecordedEvent<E>[]> {
    const end = this.#reached ?? 0;
    const page: RecordedEvent<E>[] = [];
    let characters = 0;
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(PAGE_MS)]);
    for await (const events of this.#source.subscribe(after, signal)) {
      page.push(...events);
      characters += charactersOf(events);
      if (page.length >= PAGE_EVENTS || characters >= PAGE_CHARACTERS || (page.at(-1)?.position ?? 0) >= end) break;
    }
    if (page.length === 0) throw new NoAnswerError();
    this.#past.add(after, page, characters);
    return page;
  }

  #failed(error: unknown): void {
    this.#failures += 1;
    if (this.#failures !== FAILURES_TO_LOG || this.#closing.signal.aborted) return;
    const reason = error instanceof Error ? error.message : String(error);
    this.#logger.error({ reason }, 'the event store does not send events; trying again until it does');
  }

  #recovered(): void {
    if (this.#failures >= FAILURES_TO_LOG) this.#logger.info({}, 'the event store sends events again');
    this.#failures = 0;
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }

  async #change(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    try {
      await orAbort(promise, signal);
    } finally {
      this.#waiting.delete(resolve);
    }
  }
}

/** The client parsed the events and does not tell their length. */
function charactersOf(events: readonly RecordedEvent[]): number {
  return events.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0);
}

/** The result of `work`, or null as soon as `signal` aborts. */
async function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  if (signal.aborted) return null;
  const aborted = Promise.withResolvers<null>();
  const abort = () => aborted.resolve(null);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
