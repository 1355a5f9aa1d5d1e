/** The keys that encrypt personal data, in one collection: one key per owner. */
import { randomBytes } from 'node:crypto';
import { Binary, type FindOptions } from 'mongodb';
import type { KeyStore } from '../../../ports/storage/key-store.ts';
import { busyWhenUnanswered } from '../busy-store.ts';
import type { Mongo } from '../database.ts';
import { repeatIfCreated } from './duplicate-key.ts';

interface Key {
  /** The owner. */
  readonly _id: string;
  readonly key: Binary;
}

const KEY_BYTES = 32;
/** Keys read by one query. */
const BATCH = 1_000;
/** A read that the other servers confirm; it fails if they do not within this time. */
const CONFIRMED: FindOptions = { readConcern: { level: 'linearizable' }, maxTimeMS: 10_000 };

/**
 * Opens the keys. A key is durable on a majority of the servers when `keyFor` resolves. A destroyed key becomes
 * unreadable through the database at once; its bytes stay in the oplog and in free space of files for a while.
 */
export function openMongoKeys({ client, db }: Mongo): KeyStore {
  const keys = db.collection<Key>('keys');
  const batch = new LookupBatch(async (owners) => {
    const query = async (_id: readonly string[], options?: FindOptions) =>
      (await keys.find({ _id: { $in: _id } }, { ...options, batchSize: BATCH }).toArray()).map(
        ({ _id, key }) => [_id, bytesOf(key)] as const,
      );
    const found = new Map(await query(owners));
    const missing = owners.filter((owner) => !found.has(owner));
    if (missing.length === 0) return found;
    // "No key" is final for a view. A former primary that does not know it was replaced must not report it.
    return new Map([...found, ...(await query(missing, CONFIRMED))]);
  });
  return busyWhenUnanswered<KeyStore>({
    async keyFor(owner) {
      const _id = owner.toWellFormed();
      const stored = await keys.findOne({ _id });
      if (stored !== null) return bytesOf(stored.key);
      const created = await repeatIfCreated(() =>
        keys.findOneAndUpdate(
          { _id },
          { $setOnInsert: { key: new Binary(randomBytes(KEY_BYTES)) } },
          { upsert: true, returnDocument: 'after' },
        ),
      );
      if (created === null) throw new Error('MongoDB answered without the key that it stored');
      return bytesOf(created.key);
    },
    find: (owner) => batch.find(owner.toWellFormed()),
    async all() {
      return (await keys.find().toArray()).map(({ _id, key }) => ({ owner: _id, key: bytesOf(key) }));
    },
    async put(owner, key) {
      const _id = owner.toWellFormed();
      await keys.replaceOne({ _id }, { key: new Binary(key) }, { upsert: true });
    },
    async destroy(...owners) {
      if (owners.length === 0) return;
      const _id = { $in: owners.map((owner) => owner.toWellFormed()) };
      await client.withSession((session) => session.withTransaction(() => keys.deleteMany({ _id }, { session })));
    },
  });
}

function bytesOf({ buffer, position }: Binary): Uint8Array {
  return Uint8Array.from(buffer.subarray(0, position));
}

/** Joins the lookups of one moment into few queries: a batch of events needs many keys at once. */
class LookupBatch {
  readonly #query: (owners: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>;
  #owners = new Set<string>();
  #answer: Promise<ReadonlyMap<string, Uint8Array>> | null = null;

  constructor(query: (owners: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>) {
    this.#query = query;
  }

  async find(owner: string): Promise<Uint8Array | null> {
    if (this.#owners.size >= BATCH) this.#answer = null;
    this.#answer ??= this.#open();
    this.#owners.add(owner);
    return (await this.#answer).get(owner) ?? null;
  }

  #open(): Promise<ReadonlyMap<string, Uint8Array>> {
    const owners = new Set<string>();
    this.#owners = owners;
    return Promise.resolve().then(() => {
      if (this.#owners === owners) this.#answer = null;
      return this.#query([...owners]);
    });
  }
}
