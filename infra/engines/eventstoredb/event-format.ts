/** Events as the server stores them. Its own tools know the names of the two ids in the metadata. */
import { type JSONEventData, type JSONEventType, jsonEvent, type ResolvedEvent } from '@eventstore/db-client';
import type { EventMetadata, EventShape, NewEvent, RecordedEvent } from '../../ports/storage/event-store.ts';

export type ClientEvent = JSONEventType<string, Record<string, unknown>, StoredMetadata>;

type StoredMetadata = {
  readonly actor: string;
  readonly at: string;
  readonly $correlationId: string;
  readonly $causationId: string;
};

/** Events for the client. */
export function toClientEvents(
  events: readonly NewEvent[],
  { actor, at, correlationId, causationId }: EventMetadata,
): JSONEventData<ClientEvent>[] {
  const metadata = { actor, at, $correlationId: correlationId, $causationId: causationId };
  return events.map(({ id, type, data }) => jsonEvent<ClientEvent>({ id, type, data: { ...data }, metadata }));
}

/** The position of a record in the log. */
export function positionOf({ event, commitPosition }: ResolvedEvent): number {
  return Number(event?.position?.commit ?? commitPosition ?? 0n);
}

/** The event as Linkledger wrote it; null for events of the server and of other programs. */
export function toRecordedEvent<E extends EventShape>(
  resolved: ResolvedEvent,
  streamPrefix: string,
): RecordedEvent<E> | null {
  const { event } = resolved;
  if (event === undefined || !isOurs(event.streamId, streamPrefix) || !isStoredMetadata(event.metadata)) return null;
  const { actor, at, $correlationId, $causationId } = event.metadata;
  const recorded: unknown = {
    id: event.id,
    type: event.type,
    data: event.data,
    stream: event.streamId.slice(streamPrefix.length),
    revision: Number(event.revision),
    position: positionOf(resolved),
    metadata: { actor, correlationId: $correlationId, causationId: $causationId, at },
  };
  return recorded as RecordedEvent<E>;
}

function isOurs(stream: string, streamPrefix: string): boolean {
  return !stream.startsWith('$') && stream.startsWith(streamPrefix);
}

function isStoredMetadata(metadata: unknown): metadata is StoredMetadata {
  return typeof metadata === 'object' && metadata !== null && 'actor' in metadata && '$causationId' in metadata;
}
