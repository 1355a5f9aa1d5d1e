/** Watches the appends to the log. */
import type { EventMetadata, EventShape, EventStore, Feed, NewEvent } from '../ports/storage/event-store.ts';

/** An append that has ended. */
export interface AppendFacts<E extends EventShape = EventShape> {
  readonly stream: string;
  readonly events: readonly NewEvent<E>[];
  readonly metadata: EventMetadata;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly ms: number;
  /** null if the events are in the log. */
  readonly error: unknown;
}

/** The same log; `onAppend` is called after each append. */
export function observeLog<E extends EventShape>(
  log: EventStore<E> & Feed<E>,
  onAppend: (facts: AppendFacts<E>) => void,
): EventStore<E> & Feed<E> {
  return {
    read: (stream, range) => log.read(stream, range),
    follow: (after, signal, only) => log.follow(after, signal, only),
    head: () => log.head(),
    async append(stream, expectedRevision, events, metadata) {
      const started = performance.now();
      const startedAt = Date.now();
      const ended = (error: unknown) =>
        onAppend({ stream, events, metadata, startedAt, ms: performance.now() - started, error });
      try {
        const result = await log.append(stream, expectedRevision, events, metadata);
        ended(null);
        return result;
      } catch (error) {
        ended(error);
        throw error;
      }
    },
  };
}

/** The kind of a stream: `link` of `link-7f…`. */
export function kindOfStream(stream: string): string {
  return stream.split('-', 1)[0] ?? '';
}
