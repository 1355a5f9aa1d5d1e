/**
 * Blobs in the GridFS bucket `blobs`: a document for each file in `blobs.files`, its bytes in `blobs.chunks`. Both are
 * written in one transaction, which the driver's own bucket cannot do: a file is there completely or not at all, and an
 * interrupted upload leaves nothing.
 */
import { createHash } from 'node:crypto';
import { Binary, type ClientSession, type Timestamp } from 'mongodb';
import { type BlobStore, EVIDENCE } from '../../../ports/storage/blob-store.ts';
import { busyWhenUnanswered } from '../busy-store.ts';
import type { Mongo } from '../database.ts';

/** Fields are named as in GridFS. */
interface File {
  /** The namespace and the hash. */
  readonly _id: string;
  readonly filename: string;
  readonly length: number;
  readonly chunkSize: number;
  readonly uploadDate: Date;
  readonly metadata: {
    readonly namespace: string;
    readonly hash: string;
    /** When it was last stored. The server gives each write a new timestamp. */
    readonly at: Timestamp;
  };
}

/** Updated in the transactions of the files, so that nobody has to add them up. */
interface Size {
  /** The namespace. */
  readonly _id: string;
  readonly bytes: number;
}

interface Chunk {
  readonly files_id: string;
  readonly n: number;
  readonly data: Binary;
}

const HASH = /^[0-9a-f]{64}$/;
const NAMESPACE = /^(evidence|photos\/[\w-]{1,100})$/;
/** The default of GridFS. */
const CHUNK_BYTES = 255 * 1_024;

/**
 * Opens the store, creating missing collections. A file is durable on a majority of the servers when `put` resolves.
 * `get` verifies the hash.
 */
export async function openMongoBlobs({ client, db }: Mongo): Promise<BlobStore> {
  const files = db.collection<File>('blobs.files');
  const chunks = db.collection<Chunk>('blobs.chunks');
  const sizes = db.collection<Size>('blobs.sizes');
  await files.createIndex({ 'metadata.namespace': 1, 'metadata.at': 1, 'metadata.hash': 1, length: 1 });
  await chunks.createIndex({ files_id: 1, n: 1 }, { unique: true });
  // Two transactions that create one collection fail.
  await sizes.updateOne({ _id: EVIDENCE }, { $inc: { bytes: 0 } }, { upsert: true });
  const grow = (session: ClientSession, namespace: string, bytes: number) =>
    sizes.updateOne({ _id: namespace }, { $inc: { bytes } }, { upsert: true, session });
  const has = async (_id: string) => (await files.findOne({ _id }, { projection: { _id: 1 } })) !== null;

  return busyWhenUnanswered<BlobStore>({
    async put(namespace, bytes) {
      if (!NAMESPACE.test(namespace)) throw new TypeError(`${namespace} is not a blob namespace`);
      const hash = hashOf(bytes);
      const _id = idOf(namespace, hash);
      const file = { filename: _id, length: bytes.byteLength, chunkSize: CHUNK_BYTES };
      await client.withSession((session) =>
        session.withTransaction(async () => {
          const { upsertedCount } = await files.updateOne(
            { _id },
            {
              $setOnInsert: { ...file, 'metadata.namespace': namespace, 'metadata.hash': hash },
              $currentDate: { uploadDate: true, 'metadata.at': { $type: 'timestamp' } },
            },
            { upsert: true, session },
          );
          if (upsertedCount === 0) return;
          if (bytes.byteLength > 0) await chunks.insertMany(chunksOf(_id, bytes), { session });
          await grow(session, namespace, bytes.byteLength);
        }),
      );
      return hash;
    },
    async get(namespace, hash) {
      if (!isName(namespace, hash)) return null;
      const _id = idOf(namespace, hash);
      if (!(await has(_id))) return null;
      const parts = await chunks.find({ files_id: _id }, { sort: { n: 1 } }).toArray();
      const bytes = Buffer.concat(parts.map(({ data }) => data.buffer.subarray(0, data.position)));
      if (hashOf(bytes) === hash) return bytes;
      // The file may have been removed during the read.
      if (!(await has(_id))) return null;
      throw new Error(`the file ${_id} is damaged in MongoDB: restore blobs.chunks from a backup, or remove the file`);
    },
    async has(namespace, hash) {
      return isName(namespace, hash) && (await has(idOf(namespace, hash)));
    },
    async remove(namespace, hash) {
      if (!isName(namespace, hash)) return;
      const _id = idOf(namespace, hash);
      await client.withSession((session) =>
        session.withTransaction(async () => {
          const removed = await files.findOneAndDelete({ _id }, { session });
          if (removed === null) return;
          await grow(session, namespace, -removed.length);
          // An empty entry would still name the person.
          await sizes.deleteOne({ _id: namespace, bytes: 0 }, { session });
          await chunks.deleteMany({ files_id: _id }, { session });
        }),
      );
    },
    async list(namespace) {
      if (!NAMESPACE.test(namespace)) return [];
      const projection = { _id: 0, 'metadata.hash': 1, 'metadata.at': 1, length: 1 };
      const found = await files
        .find({ 'metadata.namespace': namespace }, { projection, sort: { 'metadata.at': 1 } })
        .toArray();
      return found.map(({ metadata: { hash, at }, length }) => {
        return { hash, bytes: length, storedAt: at.getHighBitsUnsigned() * 1_000 };
      });
    },
    async size(namespace) {
      return NAMESPACE.test(namespace) ? ((await sizes.findOne({ _id: namespace }))?.bytes ?? 0) : 0;
    },
  });
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function isName(namespace: string, hash: string): boolean {
  return NAMESPACE.test(namespace) && HASH.test(hash);
}

function idOf(namespace: string, hash: string): string {
  return `${namespace}/${hash}`;
}

function chunksOf(files_id: string, bytes: Uint8Array): Chunk[] {
  return Array.from({ length: Math.ceil(bytes.byteLength / CHUNK_BYTES) }, (_, n) => {
    const data = new Binary(bytes.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES));
    return { files_id, n, data };
  });
}
