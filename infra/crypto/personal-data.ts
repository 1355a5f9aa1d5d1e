/**
 * Personal data at the store's boundary: the fields in a table are encrypted on their way into the log and decrypted on
 * their way out, with a key per owner. Destroying the key makes these fields null forever; the history stays.
 */
import { createHash } from 'node:crypto';
import type { EventShape, EventStore, Feed, NewEvent, RecordedEvent } from '../ports/storage/event-store.ts';
import type { KeyStore } from '../ports/storage/key-store.ts';
import { decrypt, encrypt } from './encryption.ts';

/**
 * The personal fields by event type. `key` is the data field that names their owner; dots in a field reach into
 * objects. An object in a field keeps its shape: its values are encrypted one by one.
 */
export type PersonalFields = Readonly<
  Record<string, { readonly key: string; readonly fields: readonly string[] } | undefined>
>;

/** An encrypted value as in the log, with its key id. */
interface Ciphertext {
  readonly sealed: string;
  readonly key: string;
}

type Transform = (value: unknown, path: string) => unknown;

/** A value that does not decrypt for its event and field although its key exists. */
export interface Unreadable {
  readonly eventId: string;
  readonly stream: string;
  readonly position: number;
  /** The field as in the table, or the value in it. */
  readonly field: string;
  readonly err: unknown;
}

/** How many reported values are remembered, so that each is reported once. */
const REMEMBERED = 10_000;

/**
 * The same store with personal data encrypted. Null and empty values stay as they are. Appends stay idempotent by event
 * id. A value whose key was destroyed reads as null.
 *
 * A ciphertext that was tampered with, or moved to another event or field, also reads as null, and `onUnreadable` is
 * called once. It does not throw: everything reads the log, and one flipped bit in a name would stop every view, check
 * and sign-in permanently. Only that field is lost, never silently, and its bytes stay in the log. A wrong value is
 * never returned. If the keys cannot be read at all, reading throws, and the caller tries again.
 */
export function encryptPersonalData<E extends EventShape>(
  store: EventStore<E> & Feed<E>,
  keys: KeyStore,
  table: PersonalFields,
  onUnreadable: (unreadable: Unreadable) => void,
): EventStore<E> & Feed<E> {
  const revealAll = decryptEvents<E>(keys, table, onUnreadable);
  const protect = async (event: NewEvent<E>): Promise<NewEvent<E>> => {
    const rule = table[event.type];
    if (rule === undefined || !rule.fields.some((field) => hasContent(valueAt(event.data, field)))) return event;
    const key = await keys.keyFor(ownerOf(event, rule.key));
    return rewrite(event, rule.fields, (value, path) => sealedWith(key, value, context(event, path)));
  };
  return {
    async read(stream, range) {
      const { events, revision } = await store.read(stream, range);
      return { events: await revealAll(events), revision };
    },
    async append(stream, expectedRevision, events, metadata) {
      if (!events.some(({ type }) => table[type] !== undefined)) {
        return store.append(stream, expectedRevision, events, metadata);
      }
      const sealed: NewEvent<E>[] = [];
      // Sequentially, so that two events of one new owner share the key made for the first.
      for (const event of events) sealed.push(await protect(event));
      return store.append(stream, expectedRevision, sealed, metadata);
    },
    async *follow(after, signal, only) {
      for await (const events of store.follow(after, signal, only)) yield await revealAll(events);
    },
    head: () => store.head(),
  };
}

/**
 * Decrypts what `encryptPersonalData` encrypted. Values without a key, and damaged ones, read as null; damaged ones are
 * reported once.
 */
export function decryptEvents<E extends EventShape>(
  keys: Pick<KeyStore, 'find'>,
  table: PersonalFields,
  onUnreadable: (unreadable: Unreadable) => void,
): (events: readonly RecordedEvent<E>[]) => Promise<readonly RecordedEvent<E>[]> {
  const reported = new Set<string>();
  const report = (unreadable: Unreadable): void => {
    const name = `${unreadable.eventId} ${unreadable.field}`;
    if (reported.has(name)) return;
    if (reported.size >= REMEMBERED) reported.clear();
    reported.add(name);
    onUnreadable(unreadable);
  };
  const reveal = async (event: RecordedEvent<E>): Promise<RecordedEvent<E>> => {
    const rule = table[event.type];
    if (rule === undefined || !rule.fields.some((field) => hasContent(valueAt(event.data, field)))) return event;
    const key = await keys.find(ownerOf(event, rule.key));
    return rewrite(event, rule.fields, (value, path) => {
      if (!isSealed(value)) return value;
      try {
        return revealed(value, key, context(event, path));
      } catch (err) {
        report({ eventId: event.id, stream: event.stream, position: event.position, field: path, err });
        return null;
      }
    });
  };
  return async (events) => {
    // Most events have no personal data and need no await.
    if (!events.some(({ type }) => table[type] !== undefined)) return events;
    return Promise.all(events.map((event) => (table[event.type] === undefined ? event : reveal(event))));
  };
}

/** The event and field that a ciphertext is bound to. */
function context(event: { readonly id: string; readonly type: string }, path: string): Buffer {
  return Buffer.from(JSON.stringify([event.id, event.type, path]));
}

function sealedWith(key: Uint8Array, value: unknown, boundTo: Buffer): Ciphertext {
  return { sealed: encrypt(value, key, boundTo), key: nameOf(key) };
}

function revealed({ sealed, key: name }: Ciphertext, key: Uint8Array | null, boundTo: Buffer): unknown {
  // An owner whose key was destroyed may have a new key by now: the old values stay lost.
  if (key === null || nameOf(key) !== name) return null;
  return decrypt(sealed, key, boundTo);
}

/** Distinguishes the keys of one owner without revealing them. */
function nameOf(key: Uint8Array): string {
  return createHash('sha256').update('key name').update(key).digest('base64').slice(0, 12);
}

function isSealed(value: unknown): value is Ciphertext {
  return isObject(value) && typeof value.sealed === 'string' && typeof value.key === 'string';
}

function ownerOf(event: EventShape, field: string): string {
  const owner = valueAt(event.data, field);
  if (typeof owner === 'string' && owner !== '') return owner;
  throw new TypeError(`${event.type} holds personal data but its ${field} names no owner`);
}

/** The event with `transform` applied to every value in the named fields. */
function rewrite<Event extends EventShape>(event: Event, fields: readonly string[], transform: Transform): Event {
  let data: unknown = event.data;
  for (const field of fields) data = rewriteAt(data, field.split('.'), field, transform);
  return { ...event, data };
}

function rewriteAt(value: unknown, steps: readonly string[], path: string, transform: Transform): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return rewriteValue(value, path, transform);
  if (!isObject(value) || !hasContent(value[step])) return value;
  return { ...value, [step]: rewriteAt(value[step], rest, path, transform) };
}

function rewriteValue(value: unknown, path: string, transform: Transform): unknown {
  if (!hasContent(value)) return value;
  if (!isObject(value) || isSealed(value)) return transform(value, path);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, rewriteValue(inner, `${path}.${name}`, transform)]),
  );
}

function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce((inner, step) => (isObject(inner) ? inner[step] : undefined), value);
}

function hasContent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
