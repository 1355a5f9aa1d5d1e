/** A store for many commands in a row: what they all look up is read once. */
import type { EventStore } from '../../infra/ports/event-store.ts';
import type { LinkledgerEvent } from '../events.ts';

/** Teams, campaigns, people and their plans: what links hang on, and what no batch writes. */
const LOOKED_UP = /^(team|campaign|user|subscription)-/;

/**
 * The same store, reading each of these streams once. To be let go of after a moment: what changes meanwhile is not seen.
 */
export function cachingEventStore(store: EventStore<LinkledgerEvent>): EventStore<LinkledgerEvent> {
  const read = new Map<string, ReturnType<typeof store.read>>();
  return {
    read(stream, range) {
      if (range !== undefined || !LOOKED_UP.test(stream)) return store.read(stream, range);
      const known = read.get(stream) ?? store.read(stream);
      read.set(stream, known);
      return known;
    },
    append: (...args) => store.append(...args),
  };
}
