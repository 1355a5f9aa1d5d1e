/**
 * An engine in memory, for tests. It fulfills the ports and nothing more: positions are byte offsets, a repeated
 * append is only recognized at its own revision, and everything is gone when the process ends.
 */
import { createHash, randomBytes } from 'node:crypto';
import { CommitWatch } from '../../engines/commit-watch.ts';
import { createCheckQueue } from '../../engines/embedded/stores/check-queue.ts';
import { readHere, runHere } from '../../engines/run-here.ts';
import type { Engine, EngineOptions, QueueTypes } from '../../ports/engine.ts';
import type { BlobStore } from '../../ports/storage/blob-store.ts';
import type { Checkpoints } from '../../ports/storage/checkpoints.ts';
import type { DurableStore } from '../../ports/storage/durable-store.ts';
import { ConflictError, TooLargeError } from '../../ports/storage/errors.ts';
import {
  type EventShape,
  type EventStore,
  type Feed,
  MAX_APPEND_BYTES,
  type RecordedEvent,
} from '../../ports/storage/event-store.ts';
import type { KeyStore } from '../../ports/storage/key-store.ts';
import { LeaseLostError, type Leases } from '../../ports/storage/leases.ts';
import type { ReadStore, ViewSchema } from '../../ports/storage/read-store.ts';
import { referenceFind } from '../contracts/reference-find.ts';

const FOLLOW_BATCH = 100;

/** Opens an empty engine. */
export function openMemoryEngine<E extends EventShape, Q extends QueueTypes>(
  options: Pick<EngineOptions, 'schemas' | 'logger' | 'now'>,
): Engine<E, Q> {
  const { schemas, logger, now } = options;
  const [log, views, keys] = [memoryLog<E>(), memoryViews(schemas), memoryKeys()];
  const secrets = { identity: randomBytes(32).toString('hex'), session: randomBytes(32).toString('hex') };
  return {
    ...{ log, views, keys, newViews: schemas.map(({ name }) => name) },
    ...{ values: memoryValues(now), state: memoryValues(now) },
    ...{ checkpoints: memoryCheckpoints(), leases: memoryLeases(), blobs: memoryBlobs(now) },
    ...{ checks: createCheckQueue(), screenshots: createCheckQueue(), prints: createCheckQueue() },
    secrets: { secret: (name) => secrets[name] },
    ...{ linkStatus: null, isShared: false, metrics: [] },
    eraseDeleted: async () => {},
    runRole: (role) => runHere({ log, keys, views, logger }, role),
    fillBeside: null,
    runReader: (reader) => readHere({ views, logger }, reader),
    close: async () => {},
  };
}

/** A log whose positions are byte offsets. */
export function memoryLog<E extends EventShape>(): EventStore<E> & Feed<E> {
  const log: RecordedEvent<E>[] = [];
  const streams = new Map<string, RecordedEvent<E>[]>();
  let grown = Promise.withResolvers<void>();
  const wake = () => {
    grown.resolve();
    grown = Promise.withResolvers();
  };
  const head = () => log.at(-1)?.position ?? 0;
  return {
    head: async () => head(),
    async read(stream, range = { from: 0 }) {
      const all = streams.get(stream) ?? [];
      const from = 'last' in range ? Math.max(0, all.length - range.last) : range.from;
      return { events: all.slice(from), revision: all.length - 1 };
    },
    async append(stream, expected, given, metadata) {
      if (stream === '' || given.length === 0) throw new TypeError('an append needs a stream and events');
      if (!Number.isInteger(expected) || expected < -1) throw new RangeError(`${expected} is not a revision`);
      if (new Set(given.map(({ id }) => id)).size < given.length) throw new TypeError('an event id comes twice');
      const sizes = given.map(({ data }) => Buffer.byteLength(JSON.stringify(data) + JSON.stringify(metadata)));
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      if (bytes > MAX_APPEND_BYTES) throw new TooLargeError(stream, bytes, MAX_APPEND_BYTES);
      const known = streams.get(stream) ?? [];
      if (known.length - 1 !== expected) {
        const earlier = known.slice(expected + 1, expected + 1 + given.length);
        const last = earlier.at(-1);
        const isRepeated = earlier.length === given.length && earlier.every(({ id }, index) => id === given[index]?.id);
        if (last === undefined || !isRepeated) throw new ConflictError(stream, expected, known.length - 1);
        return { revision: last.revision, position: last.position };
      }
      let position = head();
      const written = given.map((event, index) => {
        position += 64 + (sizes[index] ?? 0);
        return structuredClone({ ...event, stream, revision: expected + 1 + index, position, metadata });
      });
      streams.set(stream, [...known, ...written]);
      log.push(...written);
      wake();
      return { revision: expected + written.length, position };
    },
    async *follow(after, signal, only) {
      let next = log.filter(({ position }) => position <= after).length;
      signal.addEventListener('abort', wake, { once: true });
      while (!signal.aborted) {
        const { promise } = grown;
        const batch = log.slice(next, next + FOLLOW_BATCH);
        next += batch.length;
        const wanted = batch.filter(({ stream }) => only?.streams.some((prefix) => stream.startsWith(prefix)) ?? true);
        if (wanted.length > 0) yield wanted;
        if (batch.length === 0) await promise;
      }
    },
  };
}

interface MemoryView {
  readonly schema: ViewSchema;
  readonly owner: string;
  /** JSON by id. */
  docs: ReadonlyMap<string, string>;
  position: number;
  isFilling: boolean;
}

export function memoryViews(schemas: readonly ViewSchema[]): ReadStore {
  const views = new Map<string, MemoryView>();
  for (const owner of schemas)
    for (const schema of [owner, ...(owner.companions ?? [])])
      views.set(schema.name, { schema, owner: owner.name, docs: new Map(), position: 0, isFilling: false });
  const watch = new CommitWatch();
  const viewOf = ({ name }: { readonly name: string }) => {
    const view = views.get(name);
    if (view === undefined) throw new TypeError(`there is no view ${name}`);
    return view;
  };
  const ownerOf = (ref: { readonly name: string }) => {
    if (viewOf(ref).owner !== ref.name) throw new TypeError(`${ref.name} is a companion`);
    return viewOf(ref);
  };
  const position = (view: { readonly name: string }) => viewOf({ name: viewOf(view).owner }).position;
  return {
    position: async (view) => position(view),
    positions: async (several) => several.map(position),
    get: async (view, id) => JSON.parse(viewOf(view).docs.get(id) ?? 'null'),
    async getMany(view, ids) {
      const found = ids.flatMap((id) => viewOf(view).docs.get(id) ?? []);
      return found.map((json) => JSON.parse(json));
    },
    async find(view, query) {
      const { schema, docs, isFilling } = viewOf(view);
      if (isFilling) throw new TypeError(`view ${schema.name} is being filled`);
      const named: readonly string[] = [...Object.keys(query.where ?? {}), ...(query.sort ? [query.sort.field] : [])];
      if (!named.every((field) => schema.fields.includes(field))) throw new TypeError(`no such field: ${named}`);
      if (query.contains !== undefined && !schema.search) throw new TypeError('nothing to search');
      const orders = [query.sort, query.after, query.before].filter((each) => each !== undefined);
      if (orders.length > 1) throw new TypeError('after and before order by id');
      for (const size of [query.skip ?? 0, query.limit ?? 0])
        if (!Number.isInteger(size) || size < 0) throw new RangeError(`${size} is not a page size`);
      return referenceFind(new Map([...docs].map(([id, json]) => [id, JSON.parse(json)])), schema, query);
    },
    async commit({ name }, expected, next, writes, note = null) {
      const view = ownerOf({ name });
      if (!Number.isSafeInteger(next) || next <= expected) throw new RangeError(`cannot move ${expected} to ${next}`);
      if (view.position !== expected) throw new ConflictError(`view ${name}`, expected, view.position);
      const changed = new Map<MemoryView, Map<string, string>>();
      for (const { id, doc, companion } of writes) {
        const target = viewOf(companion ?? { name });
        if (target.owner !== name || companion?.name === name) throw new TypeError(`${name} has no such companion`);
        const docs = changed.get(target) ?? new Map(target.docs);
        changed.set(target, docs);
        if (doc === null) docs.delete(id);
        else docs.set(id, JSON.stringify(assertFields(target.schema, doc)));
      }
      for (const [target, docs] of changed) target.docs = docs;
      view.position = next;
      watch.notify({ view: name, position: next, hasWrites: writes.length > 0, note });
    },
    reached: (view, goal, signal) => watch.reached(viewOf(view).owner, goal, signal, async () => position(view)),
    watch: (signal) => watch.watch(signal),
    async beginFilling(view) {
      ownerOf(view);
      for (const each of views.values())
        if (each.owner === view.name) Object.assign(each, { docs: new Map(), position: 0, isFilling: true });
    },
    async endFilling({ name }) {
      for (const each of views.values()) if (each.owner === name) each.isFilling = false;
    },
  };
}

function assertFields(schema: ViewSchema, doc: object): object {
  const wrong = Object.entries(doc).find(
    ([field, value]) =>
      schema.fields.includes(field) && value !== null && !['string', 'number', 'undefined'].includes(typeof value),
  );
  if (wrong !== undefined) throw new TypeError(`${wrong[0]} of ${schema.name} holds no field value`);
  return doc;
}

export function memoryValues(now: () => Date): DurableStore {
  type Entry = { readonly kind: string; readonly key: string; json: string; end: number; readonly owner?: string };
  const entries = new Map<string, Entry>();
  const find = (kind: string, key: string) => {
    const entry = entries.get(`${kind}\0${key}`);
    return entry !== undefined && entry.end > now().getTime() ? entry : null;
  };
  const put = (kind: string, key: string, value: unknown, expiresAt: string, owner?: string) => {
    const end = Date.parse(expiresAt);
    if (Number.isNaN(end)) throw new RangeError(`${expiresAt} is not an instant`);
    const entry = { kind, key, json: JSON.stringify(value), end };
    entries.set(`${kind}\0${key}`, owner === undefined ? entry : { ...entry, owner });
  };
  const get = (kind: string, key: string) => JSON.parse(find(kind, key)?.json ?? 'null');
  const remove = (kind: string, key: string) => void entries.delete(`${kind}\0${key}`);
  const ownedBy = (kind: string, owner: string) =>
    [...entries.values()].filter((entry) => entry.kind === kind && entry.owner === owner);
  return {
    get: async (kind, key) => get(kind, key),
    put: async (...args) => put(...args),
    async putIfAbsent(kind, key, value, expiresAt) {
      const isAbsent = find(kind, key) === null;
      if (isAbsent) put(kind, key, value, expiresAt);
      return isAbsent;
    },
    async replace(kind, key, value, expiresAt) {
      const entry = find(kind, key);
      if (entry !== null) put(kind, key, value, expiresAt, entry.owner);
      return entry !== null;
    },
    async take(kind, key) {
      const value = get(kind, key);
      remove(kind, key);
      return value;
    },
    remove: async (kind, key) => remove(kind, key),
    async increment(kind, key, expiresAt) {
      const entry = find(kind, key);
      if (entry === null) put(kind, key, 1, expiresAt);
      else entry.json = String(Number(entry.json) + 1);
      return get(kind, key);
    },
    async listOf(kind, owner) {
      const own = ownedBy(kind, owner).filter(({ key }) => find(kind, key) !== null);
      return own.map(({ key, json }) => ({ key, value: JSON.parse(json) }));
    },
    async all() {
      const kept = [...entries.values()].filter(({ kind, key }) => find(kind, key) !== null);
      return kept.map(({ kind, key, json, end, owner = null }) => {
        return { kind, key, value: JSON.parse(json), expiresAt: new Date(end).toISOString(), owner };
      });
    },
    async removeOf(kind, owner) {
      for (const { key } of ownedBy(kind, owner)) remove(kind, key);
    },
  };
}

export function memoryCheckpoints(): Checkpoints {
  const kept = new Map<string, { readonly position: number; readonly token: number }>();
  return {
    get: async (name) => kept.get(name)?.position ?? null,
    async put(name, position, token) {
      if ((kept.get(name)?.token ?? 0) > token) throw new LeaseLostError(`${name} has a newer holder`);
      kept.set(name, { position, token });
    },
  };
}

export function memoryLeases(): Leases {
  const ends = new Map<string, Promise<unknown>>();
  let token = 0;
  return {
    async hold(name, work, signal) {
      const before = ends.get(name);
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      const granted = signal.aborted ? Promise.resolve() : Promise.race([before, aborted]);
      const held = granted.then(() => (signal.aborted ? undefined : work(signal, ++token)));
      ends.set(name, Promise.allSettled([before, held]));
      await held;
    },
  };
}

export function memoryKeys(): KeyStore {
  const keys = new Map<string, Uint8Array>();
  return {
    async keyFor(owner) {
      const key = keys.get(owner) ?? new Uint8Array(randomBytes(32));
      keys.set(owner, key);
      return key;
    },
    find: async (owner) => keys.get(owner) ?? null,
    all: async () => [...keys].map(([owner, key]) => ({ owner, key })),
    put: async (owner, key) => void keys.set(owner, key),
    destroy: async (...owners) => owners.forEach((owner) => void keys.delete(owner)),
  };
}

export function memoryBlobs(now: () => Date): BlobStore {
  const files = new Map<string, Map<string, Uint8Array>>();
  const times = new Map<string, number>();
  return {
    async put(namespace, bytes) {
      if (!/^(evidence|photos\/[\w-]+)$/.test(namespace)) throw new TypeError(`${namespace} is not a blob namespace`);
      const hash = createHash('sha256').update(bytes).digest('hex');
      const own = files.get(namespace) ?? new Map<string, Uint8Array>();
      own.delete(hash);
      times.set(`${namespace} ${hash}`, now().getTime());
      files.set(namespace, own.set(hash, bytes));
      return hash;
    },
    get: async (namespace, hash) => files.get(namespace)?.get(hash) ?? null,
    has: async (namespace, hash) => files.get(namespace)?.has(hash) ?? false,
    remove: async (namespace, hash) => void files.get(namespace)?.delete(hash),
    list: async (namespace) =>
      [...(files.get(namespace) ?? [])].map(([hash, { byteLength }]) => {
        return { hash, bytes: byteLength, storedAt: times.get(`${namespace} ${hash}`) ?? 0 };
      }),
    size: async (namespace) =>
      [...(files.get(namespace)?.values() ?? [])].reduce((sum, { byteLength }) => sum + byteLength, 0),
  };
}
