/** Reads a log up to its present end. */
import type { EventShape, Feed, RecordedEvent } from '../ports/storage/event-store.ts';

/** The events after a position in batches, up to the end of the log at the call. */
export async function* eventsUpToNow<E extends EventShape>(
  log: Feed<E>,
  after = 0,
): AsyncGenerator<readonly RecordedEvent<E>[], void> {
  const head = await log.head();
  if (head <= after) return;
  for await (const batch of log.follow(after, new AbortController().signal)) {
    const isLast = (batch.at(-1)?.position ?? 0) >= head;
    yield isLast ? batch.filter(({ position }) => position <= head) : batch;
    if (isLast) return;
  }
}
