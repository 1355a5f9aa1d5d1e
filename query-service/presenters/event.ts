/** Events for the API. */
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { eventWithPersonal, type LedgerEntry, ledger, personalSubject } from '../../projections/views/ledger/ledger.ts';
import type { EventAnswer } from '../contract/answers/ledger.ts';

/** Names every outgoing field, with the personal values that are not erased. */
export async function presentEvents(
  reads: Pick<ReadStore, 'getMany'>,
  entries: readonly LedgerEntry[],
  cursorOf: (entry: LedgerEntry) => string,
): Promise<readonly EventAnswer[]> {
  const ids = new Set(entries.flatMap(({ event }) => personalSubject(event) ?? []));
  const docs = ids.size === 0 ? [] : await reads.getMany(ledger, [...ids]);
  const subjects = new Map(docs.map((doc) => [doc.id, doc]));
  return entries.map((entry) => {
    const { id, type, position, stream, revision, metadata, data } = eventWithPersonal(entry, subjects);
    const { at, actor, correlationId, causationId } = metadata;
    const location = { scope: entry.scope, position, stream, revision };
    return { cursor: cursorOf(entry), id, type, at, actor, ...location, correlationId, causationId, data: { ...data } };
  });
}

/** One JSON text per line and event. */
export function eventLines(events: readonly EventAnswer[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}
