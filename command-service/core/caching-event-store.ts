/** An event store for one request, or for many commands in a row: it reads shared streams once. */
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';

/** Teams, campaigns, people and plans: read for each link, and not written by the users of this store. */
const LOOKED_UP = /^(team|campaign|user|subscription)-/;

/** The same store, but it reads each of these streams once. Short-lived: later changes are not seen. */
export function cachingEventStore(store: EventStore<LinkledgerEvent>): EventStore<LinkledgerEvent> {
  const read = new Map<string, ReturnType<typeof store.read>>();
  return {
    read(stream, range) {
      if (range !== undefined || !LOOKED_UP.test(stream)) return store.read(stream, range);
      const events = read.get(stream) ?? store.read(stream);
      read.set(stream, events);
      return events;
    },
    append: (...args) => store.append(...args),
  };
}
