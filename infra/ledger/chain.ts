/**
 * The hash chain over the log. The hash of an event covers the hash of the event before it, so a chain of the same length
 * with the same last hash has the same events in the same order:
 *
 *     hash(0) = 32 zero bytes
 *     digest(n) = SHA-256(stream ‖ revision ‖ id ‖ type ‖ metadata ‖ data)
 *     hash(n) = SHA-256(hash(n - 1) ‖ digest(n))
 *
 * n counts the events of the log from 1. Whoever has some events and the digests of the others can prove that theirs are in
 * the chain, without seeing the others. Each part of a digest is a netstring (its length in bytes as decimal digits, a
 * colon, the bytes, a comma); the revision is written in decimal digits. Metadata and data are their JSON as stored, in
 * which personal data is encrypted: destroying a person's key changes no byte.
 */
import { hash } from 'node:crypto';
import type { RecordedEvent } from '../ports/storage/event-store.ts';

/** An event as its engine stores it; texts or bytes. */
export interface StoredEvent {
  readonly position: number;
  readonly stream: string | Uint8Array;
  readonly revision: string | Uint8Array;
  readonly id: string | Uint8Array;
  readonly type: string | Uint8Array;
  readonly metadata: string | Uint8Array;
  readonly data: string | Uint8Array;
}

/** hash(0). */
export const CHAIN_START: Uint8Array = new Uint8Array(32);

const COMMA = Buffer.from(',');

/** digest(n) of event n. */
export function eventDigest(event: StoredEvent): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const part of [event.stream, event.revision, event.id, event.type, event.metadata, event.data]) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    parts.push(Buffer.from(`${bytes.byteLength}:`), bytes, COMMA);
  }
  return hash('sha256', Buffer.concat(parts), 'buffer');
}

/** hash(n) from hash(n - 1) and event n. */
export function chainHash(before: Uint8Array, event: StoredEvent): Uint8Array {
  return hashAfter(before, eventDigest(event));
}

/** hash(n) from hash(n - 1) and digest(n). */
export function hashAfter(before: Uint8Array, digest: Uint8Array): Uint8Array {
  return hash('sha256', Buffer.concat([before, digest]), 'buffer');
}

/**
 * A recorded event as its engine stores it. JSON made by `JSON.stringify` survives reading and writing. EventStoreDB
 * has two keys of the metadata under other names, and is read in the order in which the other engines write.
 */
export function toStoredEvent(event: RecordedEvent): StoredEvent {
  return {
    position: event.position,
    stream: event.stream,
    revision: String(event.revision),
    id: event.id,
    type: event.type,
    metadata: JSON.stringify(event.metadata),
    data: JSON.stringify(event.data),
  };
}

/** Lower-case hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** A part of a stored event as text; bytes that are not UTF-8 become replacement characters. */
export function textOf(part: string | Uint8Array): string {
  return typeof part === 'string' ? part : Buffer.from(part).toString();
}
