/** One commit of a view: the conditional move of its checkpoint, then its documents, in one transaction. */
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import { BusyError, ConflictError } from '../../../ports/storage/errors.ts';
import type { ViewSchema } from '../../../ports/storage/read-store.ts';
import { isUnanswered, type Mongo } from '../database.ts';
import { isTransient } from './snapshot.ts';
import { type StoredDocument, storedDocument } from './view-layout.ts';
import { type Checkpoint, tagOf, type ViewVersions } from './view-versions.ts';

/**
 * How long a commit tries: the lock of a process that was killed inside a transaction lasts until the server ends it
 * (transactionLifetimeLimitSeconds, by default 60).
 */
const PATIENCE_MS = 15_000;
const MAX_PAUSE_MS = 500;
/** A longer note is dropped. Its readers then read everything again. */
const MAX_NOTE_BYTES = 64_000;
/** Documents that a fill sends at once: while MongoDB writes them, the next are prepared. */
const SLICE = 500;

/** The documents of one view in a commit, by id; null removes a document. */
export interface ViewBatch {
  readonly schema: ViewSchema;
  readonly documents: ReadonlyMap<string, object | null>;
}

export interface CommitRequest {
  readonly owner: ViewSchema;
  readonly expected: number;
  readonly next: number;
  readonly batches: readonly ViewBatch[];
  readonly note: object | null;
}

/** The writes to a view's collection. */
interface Writes {
  readonly schema: ViewSchema;
  readonly operations: AnyBulkWriteOperation<StoredDocument>[];
}

/**
 * Commits all or nothing. After a lost connection the checkpoint tells whether the commit happened: it has the id of
 * the last commit.
 * @throws ConflictError if the view is at another position; BusyError if MongoDB does not answer: the outcome is
 * unknown.
 */
export async function commitView(mongo: Mongo, versions: ViewVersions, request: CommitRequest): Promise<void> {
  const { owner, expected, batches } = request;
  const writes = batches.map((batch): Writes => ({ schema: batch.schema, operations: operationsOf(batch) }));
  const id = randomUUID();
  const until = performance.now() + PATIENCE_MS;
  for (let pauseMs = 5; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    let cause: unknown;
    try {
      if (await tryCommit(mongo, versions, request, writes, id)) return;
      const { position, commit } = await versions.checkpoint(owner);
      if (commit === id) return;
      if (position !== expected) throw new ConflictError(`view ${owner.name}`, expected, position);
    } catch (error) {
      if (!isUnanswered(error) && !isTransient(error)) throw error;
      cause = error;
    }
    // Not committed, or unknown. The move is conditional, so a commit that arrives late makes the next attempt fail.
    if (performance.now() > until) {
      throw new BusyError(`view ${owner.name} could not be committed: MongoDB is busy or away`, { cause });
    }
    await pause(pauseMs);
  }
}

/** @returns false if the checkpoint is at another position: nothing was written. */
async function tryCommit(
  { client }: Mongo,
  versions: ViewVersions,
  { owner, expected, next, note }: CommitRequest,
  writes: readonly Writes[],
  id: string,
): Promise<boolean> {
  const { run } = await versions.lastState(owner);
  const session = client.startSession();
  try {
    session.startTransaction({ readConcern: { level: 'local' } });
    const at = { _id: tagOf(owner), run, position: expected };
    const written = writes.length === 0 ? {} : { writtenAt: next };
    const move = { position: next, ...written, note: noteText(note), commit: id } satisfies Partial<Checkpoint>;
    const { matchedCount } = await versions.checkpoints.updateOne(at, { $set: move }, { session });
    if (matchedCount === 0) return false;
    for (const { schema, operations } of writes) {
      const collection = versions.collection({ schema, owner }, run);
      if (operations.length > 0) await collection.bulkWrite(operations, { session });
    }
    await session.commitTransaction();
    return true;
  } finally {
    // Also ends a transaction that was not committed: its locks would delay the next attempt.
    await session.endSession();
  }
}

/** Puts first, then removals: operations of one kind are sent together. */
function operationsOf({ schema, documents }: ViewBatch): AnyBulkWriteOperation<StoredDocument>[] {
  const put: AnyBulkWriteOperation<StoredDocument>[] = [];
  const removed: AnyBulkWriteOperation<StoredDocument>[] = [];
  for (const [_id, doc] of documents) {
    if (doc === null) removed.push({ deleteOne: { filter: { _id } } });
    else put.push(replacementOf(schema, _id, doc));
  }
  return [...put, ...removed];
}

function replacementOf(schema: ViewSchema, _id: string, doc: object): AnyBulkWriteOperation<StoredDocument> {
  return { replaceOne: { filter: { _id }, replacement: storedDocument(schema, _id, doc), upsert: true } };
}

/**
 * Writes to a collection without readers and indexes. `isNew` tells which ids it lacks. If it fails, a part may be
 * written, but no write is still running.
 */
export async function fillCollection(
  collection: Collection<StoredDocument>,
  { schema, documents }: ViewBatch,
  isNew: (id: string) => boolean,
): Promise<void> {
  const entries = [...documents];
  const failures: unknown[] = [];
  const send = async (slice: typeof entries) => {
    try {
      const operations = slice.map(([_id, doc]): AnyBulkWriteOperation<StoredDocument> => {
        if (doc === null) return { deleteOne: { filter: { _id } } };
        if (isNew(_id)) return { insertOne: { document: storedDocument(schema, _id, doc) } };
        return replacementOf(schema, _id, doc);
      });
      // Acknowledged by memory alone: a killed fill is dropped, and the end of a fill waits for the disk.
      await collection.bulkWrite(operations, { ordered: false, writeConcern: { w: 1, journal: false } });
    } catch (error) {
      failures.push(error);
    }
  };
  let before = Promise.resolve();
  for (let from = 0; from < entries.length && failures.length === 0; from += SLICE) {
    const sending = send(entries.slice(from, from + SLICE));
    // The driver sends this before the next is prepared; at most two are in progress.
    await nextTurn();
    await before;
    before = sending;
  }
  await before;
  if (failures.length > 0) throw failures[0];
}

function noteText(note: object | null): string | null {
  const text = note === null ? null : JSON.stringify(note);
  return text !== null && Buffer.byteLength(text) > MAX_NOTE_BYTES ? null : text;
}
