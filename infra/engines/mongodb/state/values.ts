/** Small values in two collections: one for values that may vanish, one for values that must last. */
import type { Collection, MongoClient } from 'mongodb';
import type { DurableStore } from '../../../ports/storage/durable-store.ts';
import type { ExpiringStore } from '../../../ports/storage/expiring-store.ts';
import { busyWhenUnanswered } from '../busy-store.ts';
import type { Mongo } from '../database.ts';
import { isDuplicateKey, repeatIfCreated } from './duplicate-key.ts';

interface StoredValue {
  readonly _id: { readonly kind: string; readonly key: string };
  /** JSON. */
  readonly value: string;
  readonly expires: Date;
  readonly owner?: string;
}

/** The server removes entries by its own clock, this long after their end, in case a process's clock is behind. */
const REMOVE_AFTER_SECONDS = 3_600;

/**
 * Opens both stores, creating missing collections. `now` is the clock that ends entries: at `expiresAt` itself an entry
 * has expired. Every write is durable on a majority of the servers.
 */
export async function openMongoValues(
  { client, db }: Mongo,
  now: () => Date,
): Promise<{ readonly values: ExpiringStore; readonly state: DurableStore }> {
  const open = async (name: string) => {
    const entries = db.collection<StoredValue>(name);
    await entries.createIndexes([
      { key: { expires: 1 }, expireAfterSeconds: REMOVE_AFTER_SECONDS },
      { key: { owner: 1, '_id.kind': 1 }, partialFilterExpression: { owner: { $exists: true } } },
    ]);
    return busyWhenUnanswered(entriesOf(client, entries, now));
  };
  const [values, state] = await Promise.all([open('values'), open('durable')]);
  return { values, state };
}

function entriesOf(client: MongoClient, entries: Collection<StoredValue>, now: () => Date): DurableStore {
  return {
    async get(kind, key) {
      return unexpired(await entries.findOne({ _id: idOf(kind, key) }), now);
    },
    async put(kind, key, value, expiresAt, owner) {
      const entry = { value: json(value), expires: instant(expiresAt) };
      await entries.replaceOne(
        { _id: idOf(kind, key) },
        owner === undefined ? entry : { ...entry, owner: owner.toWellFormed() },
        { upsert: true },
      );
    },
    async putIfAbsent(kind, key, value, expiresAt) {
      try {
        // An unexpired entry does not match: the insert then fails on its id.
        await entries.updateOne(
          { _id: idOf(kind, key), expires: { $lte: now() } },
          { $set: { value: json(value), expires: instant(expiresAt) }, $unset: { owner: '' } },
          { upsert: true },
        );
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async replace(kind, key, value, expiresAt) {
      const { matchedCount } = await entries.updateOne(
        { _id: idOf(kind, key), expires: { $gt: now() } },
        { $set: { value: json(value), expires: instant(expiresAt) } },
      );
      return matchedCount === 1;
    },
    async take(kind, key) {
      return unexpired(await entries.findOneAndDelete({ _id: idOf(kind, key) }), now);
    },
    async remove(kind, key) {
      await entries.deleteOne({ _id: idOf(kind, key) });
    },
    async increment(kind, key, expiresAt) {
      const isUnexpired = { $gt: ['$expires', now()] };
      const next = { $toString: { $add: [{ $toLong: '$value' }, 1] } };
      const counted = await repeatIfCreated(() =>
        entries.findOneAndUpdate(
          { _id: idOf(kind, key) },
          [
            {
              $set: {
                value: { $cond: [isUnexpired, next, '1'] },
                expires: { $cond: [isUnexpired, '$expires', instant(expiresAt)] },
              },
            },
          ],
          { upsert: true, returnDocument: 'after' },
        ),
      );
      return Number(counted?.value);
    },
    async listOf(kind, owner) {
      const found = await entries
        .find({ owner: owner.toWellFormed(), '_id.kind': kind.toWellFormed(), expires: { $gt: now() } })
        .toArray();
      return found.map(({ _id, value }) => ({ key: _id.key, value: JSON.parse(value) }));
    },
    async all() {
      const found = await entries.find({ expires: { $gt: now() } }).toArray();
      return found.map(({ _id: { kind, key }, value, expires, owner = null }) => {
        return { kind, key, value: JSON.parse(value), expiresAt: expires.toISOString(), owner };
      });
    },
    async removeOf(kind, owner) {
      await client.withSession((session) =>
        session.withTransaction(() =>
          entries.deleteMany({ owner: owner.toWellFormed(), '_id.kind': kind.toWellFormed() }, { session }),
        ),
      );
    },
  };
}

/** The value; null once it has expired. */
function unexpired<T>(entry: StoredValue | null, now: () => Date): T | null {
  return entry !== null && entry.expires > now() ? JSON.parse(entry.value) : null;
}

function idOf(kind: string, key: string): StoredValue['_id'] {
  return { kind: kind.toWellFormed(), key: key.toWellFormed() };
}

function json(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError('only JSON values can be stored');
  return text;
}

function instant(iso: string): Date {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) throw new RangeError(`"${iso}" is not an ISO instant`);
  return new Date(time);
}
