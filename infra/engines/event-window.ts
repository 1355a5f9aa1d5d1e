/**
 * The last pages read from the log, for its many followers: two dozen views and reactors read the same events at nearly
 * the same time, and only the first of them reads and parses. The events are shared: nobody changes them.
 */
import type { EventShape, RecordedEvent } from '../ports/storage/event-store.ts';

/** The most events in the window, and the most characters of their JSON. */
const MAX_EVENTS = 6_000;
const MAX_CHARACTERS = 8_000_000;

interface EventPage<E extends EventShape> {
  readonly events: RecordedEvent<E>[];
  characters: number;
}

/** A window of the log: every event between its start and its end. */
export class EventWindow<E extends EventShape> {
  readonly #pageEvents: number;
  /** The pages, oldest first, none empty. */
  readonly #pages: EventPage<E>[] = [];
  /** The window has every event after this position, up to its last event. */
  #start = 0;
  #events = 0;
  #characters = 0;

  /** @param pageEvents how many events are returned at once. */
  constructor(pageEvents: number) {
    this.#pageEvents = pageEvents;
  }

  /** The events that follow a position, at least one; null if the window lacks the next event. */
  after(position: number): readonly RecordedEvent<E>[] | null {
    if (position < this.#start) return null;
    // Most followers are near the end.
    let page: readonly RecordedEvent<E>[] | null = null;
    for (let index = this.#pages.length - 1; index >= 0; index -= 1) {
      const events = this.#pages[index]?.events ?? [];
      if ((events.at(-1)?.position ?? 0) <= position) break;
      page = events;
    }
    return page === null ? null : page.slice(firstAfter(page, position));
  }

  /**
   * Adds a page: the events that follow `after`, without gaps. A page that does not adjoin replaces the window if it is
   * newer, and is ignored if it is older.
   */
  add(after: number, events: readonly RecordedEvent<E>[], characters: number): void {
    if (events.length === 0) return;
    const end = this.#pages.at(-1)?.events.at(-1)?.position;
    if (end !== undefined && after < end) return;
    if (end !== after) this.#clear(after);
    const last = this.#pages.at(-1);
    if (last !== undefined && last.events.length + events.length <= this.#pageEvents) {
      last.events.push(...events);
      last.characters += characters;
    } else {
      this.#pages.push({ events: [...events], characters });
    }
    this.#events += events.length;
    this.#characters += characters;
    while (this.#pages.length > 1 && (this.#events > MAX_EVENTS || this.#characters > MAX_CHARACTERS)) this.#drop();
  }

  #drop(): void {
    const oldest = this.#pages.shift();
    if (oldest === undefined) return;
    this.#start = oldest.events.at(-1)?.position ?? this.#start;
    this.#events -= oldest.events.length;
    this.#characters -= oldest.characters;
  }

  #clear(start: number): void {
    this.#pages.length = 0;
    this.#start = start;
    this.#events = 0;
    this.#characters = 0;
  }
}

/** The index of the first event after a position. */
function firstAfter(events: readonly RecordedEvent[], position: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((events[middle]?.position ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}
