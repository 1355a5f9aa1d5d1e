/** The table of events, and its rows as events. */
import type { EventShape, RecordedEvent } from '../../../ports/storage/event-store.ts';

export const EVENTS_SCHEMA = `
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS events_by_stream ON events (stream, revision);
  CREATE UNIQUE INDEX IF NOT EXISTS events_by_id ON events (id);
`;

/** In the order of `EventRow`. */
export const EVENT_COLUMNS = 'position, stream, revision, id, type, data, metadata';

export type EventRow = [
  position: number,
  stream: string,
  revision: number,
  id: string,
  type: string,
  data: string,
  metadata: string,
];

/** A row as the event that was stored. The log has only events of the catalogue: their shape is not checked again. */
export function toRecordedEvent<E extends EventShape>(row: EventRow): RecordedEvent<E> {
  const event: unknown = {
    id: row[3],
    type: row[4],
    data: JSON.parse(row[5]),
    stream: row[1],
    revision: row[2],
    position: row[0],
    metadata: JSON.parse(row[6]),
  };
  return event as RecordedEvent<E>;
}
