/** One commit of a view: the conditional move of its checkpoint, then its documents, in one transaction. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import { BusyError, ConflictError } from '../../../ports/errors.ts';
import type { ViewSchema } from '../../../ports/read-store.ts';
import { isUnanswered, type Mongo } from '../database.ts';
import { isTransient } from './snapshot.ts';
import type { StoredDocument } from './view-layout.ts';
import { type Checkpoint, tagOf, type ViewVersions } from './view-versions.ts';

/**
 * How long a commit tries: a process that was killed inside a transaction keeps its lock until the server ends it
 * (transactionLifetimeLimitSeconds, 60 unless set).
 */
const PATIENCE_MS = 15_000;
const MAX_PAUSE_MS = 500;
/** A longer note is left out. Its readers then read everything again. */
const MAX_NOTE_BYTES = 64_000;

/** The documents of one view in a commit, by id; null removes. */
export interface ViewBatch {
  readonly schema: ViewSchema;
  readonly documents: ReadonlyMap<string, StoredDocument | null>;
}

export interface CommitRequest {
  readonly owner: ViewSchema;
  readonly expected: number;
  readonly next: number;
  readonly batches: readonly ViewBatch[];
  readonly note: object | null;
}

/**
 * Commits all or nothing. After a lost connection the checkpoint tells whether the commit was made: it holds the id of
 * the last one.
 * @throws ConflictError when the view is elsewhere. BusyError when MongoDB does not answer: the outcome is unknown.
 */
export async function commitView(mongo: Mongo, versions: ViewVersions, request: CommitRequest): Promise<void> {
  const { owner, expected } = request;
  const id = randomUUID();
  const until = performance.now() + PATIENCE_MS;
  for (let pauseMs = 5; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    let cause: unknown;
    try {
      if (await tryCommit(mongo, versions, request, id)) return;
      const { position, commit } = await versions.checkpoint(owner);
      if (commit === id) return;
      if (position !== expected) throw new ConflictError(`view ${owner.name}`, expected, position);
    } catch (error) {
      if (!isUnanswered(error) && !isTransient(error)) throw error;
      cause = error;
    }
    // Not committed, or unknown. The move is conditional, so a commit that arrives late makes the next try fail.
    if (performance.now() > until) {
      throw new BusyError(`view ${owner.name} could not be committed: MongoDB is busy or away`, { cause });
    }
    await pause(pauseMs);
  }
}

/** @returns false where the checkpoint is elsewhere: nothing was written. */
async function tryCommit(
  { client }: Mongo,
  versions: ViewVersions,
  { owner, expected, next, batches, note }: CommitRequest,
  id: string,
): Promise<boolean> {
  const run = await versions.run(owner);
  const session = client.startSession();
  try {
    session.startTransaction({ readConcern: { level: 'local' } });
    const at = { _id: tagOf(owner), run, position: expected };
    const move = { position: next, note: noteText(note), commit: id } satisfies Partial<Checkpoint>;
    const { matchedCount } = await versions.checkpoints.updateOne(at, { $set: move }, { session });
    if (matchedCount === 0) return false;
    for (const { schema, documents } of batches) {
      const collection = versions.collection({ schema, owner }, run);
      if (documents.size > 0) await collection.bulkWrite(operationsOf(documents), { session });
    }
    await session.commitTransaction();
    return true;
  } finally {
    // Ends the transaction too, where it was not committed: its locks would delay the next try.
    await session.endSession();
  }
}

/** Puts first, then removals: operations of one kind are sent together. */
function operationsOf(documents: ViewBatch['documents']): AnyBulkWriteOperation<StoredDocument>[] {
  const put: AnyBulkWriteOperation<StoredDocument>[] = [];
  const removed: AnyBulkWriteOperation<StoredDocument>[] = [];
  for (const [_id, replacement] of documents) {
    if (replacement === null) removed.push({ deleteOne: { filter: { _id } } });
    else put.push({ replaceOne: { filter: { _id }, replacement, upsert: true } });
  }
  return [...put, ...removed];
}

/** Writes to a collection that nobody reads and that has no indexes yet. `isNew` knows ids that it does not hold. */
export async function fillCollection(
  collection: Collection<StoredDocument>,
  documents: ViewBatch['documents'],
  isNew: (id: string) => boolean,
): Promise<void> {
  const operations = [...documents].map(([_id, document]): AnyBulkWriteOperation<StoredDocument> => {
    if (document === null) return { deleteOne: { filter: { _id } } };
    if (isNew(_id)) return { insertOne: { document } };
    return { replaceOne: { filter: { _id }, replacement: document, upsert: true } };
  });
  // Acknowledged by memory alone: a killed fill is dropped, and the end of a fill waits for the disk.
  if (operations.length > 0) {
    await collection.bulkWrite(operations, { ordered: false, writeConcern: { w: 1, journal: false } });
  }
}

function noteText(note: object | null): string | null {
  const text = note === null ? null : JSON.stringify(note);
  return text !== null && Buffer.byteLength(text) > MAX_NOTE_BYTES ? null : text;
}
