/**
 * The pages of the log read last, for the many who follow it: two dozen views and reactors go through the same events at
 * nearly the same time, and only the first of them reads and parses. What is handed out is shared: nobody changes events.
 */
import type { EventShape, RecordedEvent } from '../ports/event-store.ts';

/** Events held at most, and the characters of their JSON. */
const HELD_EVENTS = 6_000;
const HELD_CHARACTERS = 8_000_000;

interface Page<E extends EventShape> {
  readonly events: RecordedEvent<E>[];
  characters: number;
}

/** A stretch of the log without gaps: positions are dense. */
export class EventWindow<E extends EventShape> {
  readonly #pageEvents: number;
  /** Oldest first, none empty. */
  readonly #pages: Page<E>[] = [];
  #events = 0;
  #characters = 0;

  /** @param pageEvents events handed out at once. */
  constructor(pageEvents: number) {
    this.#pageEvents = pageEvents;
  }

  /** The events that follow a position, at least one; null where the window does not hold the next. */
  after(position: number): readonly RecordedEvent<E>[] | null {
    // Those who are at the end ask most.
    for (let index = this.#pages.length - 1; index >= 0; index -= 1) {
      const events = this.#pages[index]?.events ?? [];
      const first = events[0]?.position ?? 0;
      if (position + 1 < first) continue;
      const rest = events.slice(position + 1 - first);
      return rest.length === 0 ? null : rest;
    }
    return null;
  }

  /** Takes in what was read: behind what is held, or instead of it where that is older and does not adjoin. */
  add(events: readonly RecordedEvent<E>[], characters: number): void {
    const [first] = events;
    if (first === undefined) return;
    const held = this.#pages.at(-1);
    const end = held?.events.at(-1)?.position;
    if (end !== undefined && first.position <= end) return;
    if (end !== undefined && first.position > end + 1) this.#clear();
    const last = this.#pages.at(-1);
    if (last !== undefined && last.events.length + events.length <= this.#pageEvents) {
      last.events.push(...events);
      last.characters += characters;
    } else {
      this.#pages.push({ events: [...events], characters });
    }
    this.#events += events.length;
    this.#characters += characters;
    while (this.#pages.length > 1 && (this.#events > HELD_EVENTS || this.#characters > HELD_CHARACTERS)) this.#drop();
  }

  #drop(): void {
    const oldest = this.#pages.shift();
    this.#events -= oldest?.events.length ?? 0;
    this.#characters -= oldest?.characters ?? 0;
  }

  #clear(): void {
    this.#pages.length = 0;
    this.#events = 0;
    this.#characters = 0;
  }
}
