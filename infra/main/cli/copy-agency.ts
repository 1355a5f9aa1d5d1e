/** Copies an agency from one engine to another: log, keys, files and lasting state. Views are rebuilt from the log. */
import { createHash } from 'node:crypto';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { REACTORS } from '../../../command-service/reactors/reactor-names.ts';
import { CHAIN } from '../../ledger/chain-pages.ts';
import { eventsUpToNow } from '../../ledger/read-log.ts';
import { StartError } from '../../ports/process/start-error.ts';
import { EVIDENCE, logosOf, photosOf } from '../../ports/storage/blob-store.ts';
import type { Feed, RecordedEvent } from '../../ports/storage/event-store.ts';
import type { LinkledgerEngine } from '../parts/role.ts';

type Parts = Pick<LinkledgerEngine, 'log' | 'keys' | 'state' | 'checkpoints' | 'leases' | 'blobs'>;
type Recorded = RecordedEvent<LinkledgerEvent>;

interface CopySummary {
  readonly events: number;
  readonly keys: number;
  readonly files: number;
  /** SHA-256 over all events in order, with their ids and metadata: the same in both logs. */
  readonly sha256: string;
}

/** The checkpoint of the copy: the position in the source up to which the target has events. */
const COPY = 'copy';
/** Events copied between two checkpoints; after a stop, these are sent again, which changes nothing. */
const SAVE_EVERY = 500;

/**
 * Copies everything, or the rest of a stopped run. Nobody may use either engine meanwhile. Events keep their ids,
 * streams, revisions, order and metadata, and personal data stays encrypted with the same keys.
 * @param onProgress called with the number of events copied by this run.
 * @throws StartError if the target has another log, or differs at the end.
 */
export async function copyAgency(
  source: Parts,
  target: Parts,
  onProgress: (events: number) => void = () => undefined,
): Promise<CopySummary> {
  let copied: CopySummary | null = null;
  await target.leases.hold(
    COPY,
    async (signal, token) => {
      await copyLog(source, target, token, signal, onProgress);
      if (signal.aborted)
        throw new StartError('The lease of the copy was lost. Start the copy again: it continues where it stopped.');
      const logs = await compareLogs(source, target, token);
      const keys = await copyKeys(source, target);
      const files = await copyFiles(source, target, logs.namespaces);
      // The chain has positions of its log: the target makes its own, with the same hashes.
      const lasting = (await source.state.all()).filter(({ kind }) => kind !== CHAIN);
      for (const { kind, key, value, expiresAt, owner } of lasting)
        await target.state.put(kind, key, value, expiresAt, owner ?? undefined);
      copied = { events: logs.events, sha256: logs.sha256, keys, files };
    },
    new AbortController().signal,
  );
  if (copied === null) throw new StartError('Another copy is already running: wait until it ends.');
  return copied;
}

async function copyLog(
  source: Parts,
  target: Parts,
  token: number,
  signal: AbortSignal,
  onProgress: (events: number) => void,
): Promise<void> {
  const saved = await target.checkpoints.get(COPY);
  if (saved === null && (await target.log.head()) > 0)
    throw new StartError('The target log already has events: name an empty log, or another NAMESPACE.');
  await target.checkpoints.put(COPY, saved ?? 0, token);
  let [count, unsaved] = [0, 0];
  for await (const append of appendsOf(allEvents(source.log, saved ?? 0))) {
    if (signal.aborted) return;
    const [first] = append;
    const last = append.at(-1);
    if (first === undefined || last === undefined) continue;
    const events = append.map(
      ({ id, type, data }) => ({ id, type, data }) as LinkledgerEvent & { readonly id: string },
    );
    await target.log.append(first.stream, first.revision - 1, events, first.metadata);
    count += append.length;
    unsaved += append.length;
    onProgress(count);
    if (unsaved < SAVE_EVERY && last.position < (await source.log.head())) continue;
    await target.checkpoints.put(COPY, last.position, token);
    unsaved = 0;
  }
}

/** Every event after a position, up to the present end of the log. */
async function* allEvents(log: Feed<LinkledgerEvent>, after: number): AsyncGenerator<Recorded> {
  for await (const batch of eventsUpToNow(log, after)) yield* batch;
}

/** Events that were appended together: neighbors of one stream with the same metadata. */
async function* appendsOf(events: AsyncIterable<Recorded>): AsyncGenerator<readonly Recorded[]> {
  let append: Recorded[] = [];
  let bytes = 0;
  for await (const event of events) {
    const [first] = append;
    const isNext = first?.stream === event.stream && sameMetadata(first, event);
    const size = Buffer.byteLength(JSON.stringify(event));
    if (first !== undefined && (!isNext || bytes + size > MOST_BYTES)) {
      yield append;
      [append, bytes] = [[], 0];
    }
    append.push(event);
    bytes += size;
  }
  if (append.length > 0) yield append;
}

/** Well below the limit of an append. */
const MOST_BYTES = 500_000;

function sameMetadata(one: Recorded, other: Recorded): boolean {
  return JSON.stringify(metadataOf(one)) === JSON.stringify(metadataOf(other));
}

function metadataOf({ metadata: { actor, correlationId, causationId, at } }: Recorded) {
  return [actor, correlationId, causationId, at];
}

/**
 * Reads both logs side by side, and sets the checkpoints of the reactors to the same events: without checkpoints they
 * would repeat their work from the first event.
 */
async function compareLogs(source: Parts, target: Parts, token: number) {
  const [ours, theirs] = [createHash('sha256'), createHash('sha256')];
  const checkpoints = await Promise.all(
    REACTORS.map(async (name) => ({ name, at: await source.checkpoints.get(name), reached: 0 })),
  );
  const namespaces = new Set([EVIDENCE]);
  const copies = allEvents(target.log, 0);
  let events = 0;
  for await (const event of allEvents(source.log, 0)) {
    const copy = (await copies.next()).value;
    if (copy === undefined) throw different(events + 1);
    for (const [hash, { id, stream, revision, type, data, metadata }] of [
      [ours, event],
      [theirs, copy],
    ] as const)
      hash.update(JSON.stringify([id, stream, revision, type, data, metadataOf({ ...event, metadata })]));
    for (const checkpoint of checkpoints)
      if (checkpoint.at !== null && event.position <= checkpoint.at) checkpoint.reached = copy.position;
    if (event.type === 'PhotoChanged') namespaces.add(photosOf(event.data.userId));
    if (event.type === 'BrandChanged') namespaces.add(logosOf(event.data.scope));
    events += 1;
  }
  const [sha256, other] = [ours.digest('hex'), theirs.digest('hex')];
  if (sha256 !== other || (await copies.next()).done !== true) throw different(events);
  for (const { name, at, reached } of checkpoints) {
    if (at !== null && (await target.checkpoints.get(name)) === null)
      await target.checkpoints.put(name, reached, token);
  }
  return { events, sha256, namespaces };
}

function different(events: number): StartError {
  return new StartError(
    `The copy differs from the original within its first ${events} events: somebody wrote to one of them. ` +
      'Copy again to an empty log.',
  );
}

/** Also destroys in the target a key that was destroyed in the source since an earlier run. */
async function copyKeys(source: Parts, target: Parts): Promise<number> {
  const keys = await source.keys.all();
  const owners = new Set(keys.map(({ owner }) => owner));
  const gone = (await target.keys.all()).map(({ owner }) => owner).filter((owner) => !owners.has(owner));
  await target.keys.destroy(...gone);
  for (const { owner, key } of keys) await target.keys.put(owner, key);
  const copies = new Map((await target.keys.all()).map(({ owner, key }) => [owner, Buffer.from(key)]));
  const missing = keys.filter(({ owner, key }) => !copies.get(owner)?.equals(key));
  if (missing.length > 0) throw new StartError(`${missing.length} keys could not be copied. Start the copy again.`);
  return keys.length;
}

/** The target computes the hashes again that name the files. */
async function copyFiles(source: Parts, target: Parts, namespaces: ReadonlySet<string>): Promise<number> {
  let files = 0;
  for (const namespace of namespaces) {
    for (const { hash } of await source.blobs.list(namespace)) {
      const bytes = await source.blobs.get(namespace, hash);
      if (bytes === null) continue;
      const stored = (await target.blobs.has(namespace, hash)) ? hash : await target.blobs.put(namespace, bytes);
      if (stored !== hash)
        throw new StartError(`The file ${hash} of ${namespace} is damaged. Remove it, then start the copy again.`);
      files += 1;
    }
  }
  return files;
}
