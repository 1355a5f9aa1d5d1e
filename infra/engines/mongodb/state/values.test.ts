import test from 'ava';
import { NEVER } from '../../../ports/storage/durable-store.ts';
import { expiringStoreContract } from '../../../testing/contracts/expiring-store.ts';
import { findMongoDb, NO_MONGODB, openFreshMongo } from '../../../testing/servers/mongodb.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import type { Mongo } from '../database.ts';
import { openMongoValues } from './values.ts';

const server = await findMongoDb();

if (server === null) test.skip(NO_MONGODB, () => undefined);
else {
  const { url, stop } = server;
  test.after.always(() => stop());
  const now = () => new Date();
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

  expiringStoreContract(async (t, clock) => {
    const mongo = await openFreshMongo(t, url);
    const { values } = await openMongoValues(mongo, clock);
    // The suite's clock is long behind the server's, which would remove all entries.
    await removeAfter(mongo, 2_147_483_647);
    return values;
  });

  test('values and state are separate, and both are seen by another process', async (t) => {
    const mongo = await openFreshMongo(t, url);
    const [one, other] = [await openMongoValues(mongo, now), await openMongoValues(mongo, now)];
    await one.values.put('a', 'k', 1, inAnHour());
    await one.state.put('a', 'k', 2, NEVER);
    t.is(await other.values.get('a', 'k'), 1);
    t.is(await other.state.get('a', 'k'), 2);
    await one.values.remove('a', 'k');
    t.is(await other.state.get('a', 'k'), 2);
  });

  test('any text may be a key, an owner or a value, even one that MongoDB would read as an operator', async (t) => {
    const { values } = await openMongoValues(await openFreshMongo(t, url), now);
    for (const text of ['$set', '$$NOW', 'a.b', '__proto__', 'a\0b', '', 'Zoë 😀', '\u{e000}', '{"$gt":""}']) {
      await values.put(text, text, { [text]: text }, inAnHour(), text);
      t.deepEqual(await values.get(text, text), { [text]: text }, text);
      t.deepEqual(await values.listOf(text, text), [{ key: text, value: { [text]: text } }], text);
      t.true(await values.replace(text, text, text, inAnHour()));
      t.is(await values.take(text, text), text);
      t.is(await values.increment(text, text, inAnHour()), 1, text);
    }
  });

  test('half a surrogate pair in a key finds the entry again, and in a value it survives', async (t) => {
    const { values } = await openMongoValues(await openFreshMongo(t, url), now);
    await values.put('a', 'k\ud800', 'v\ud800', inAnHour(), 'o\udc00');
    t.is(await values.get('a', 'k\ud800'), 'v\ud800');
    t.is((await values.listOf('a', 'o\udc00')).length, 1);
    await values.removeOf('a', 'o\udc00');
    t.is(await values.get('a', 'k\ud800'), null);
  });

  test('the server removes exactly the expired entries', async (t) => {
    const mongo = await openFreshMongo(t, url);
    const { values, state } = await openMongoValues(mongo, now);
    const longAgo = new Date(Date.now() - 3_700_000).toISOString();
    const aMomentAgo = new Date(Date.now() - 60_000).toISOString();
    for (const store of [values, state]) {
      await store.put('a', 'ended', 1, longAgo);
      // Another process may have a clock that is behind.
      await store.put('a', 'just ended', 1, aMomentAgo);
      await store.put('a', 'unended', 1, NEVER);
    }
    for (const name of ['values', 'durable']) {
      const entries = mongo.db.collection<{ _id: { key: string } }>(name);
      const left = await waitUntil(async () => {
        const keys = (await entries.find().toArray()).map(({ _id }) => _id.key);
        return keys.includes('ended') ? null : keys;
      });
      t.deepEqual(left.toSorted(), ['just ended', 'unended']);
    }
  });

  test('every lookup uses an index', async (t) => {
    const mongo = await openFreshMongo(t, url);
    const { values } = await openMongoValues(mongo, now);
    await mongo.db.command({ profile: 2 });
    await values.put('a', 'k', 1, inAnHour(), 'ann');
    await values.get('a', 'k');
    await values.putIfAbsent('a', 'l', 1, inAnHour());
    await values.increment('a', 'm', inAnHour());
    await values.replace('a', 'k', 2, inAnHour());
    await values.listOf('a', 'ann');
    await values.removeOf('a', 'ann');
    await values.take('a', 'k');
    await mongo.db.command({ profile: 0 });
    const plans = (
      await mongo.db
        .collection('system.profile')
        .find({ ns: /\.values$/ })
        .toArray()
    )
      .filter(({ planSummary }) => planSummary !== undefined)
      .map(({ planSummary }) => String(planSummary));
    t.true(plans.length >= 7, plans.join('; '));
    for (const plan of plans) t.regex(plan, /^(IDHACK|IXSCAN)/);
    t.true(
      plans.some((plan) => plan.includes('owner')),
      plans.join('; '),
    );
  });
}

/** Sets how long after their end, in seconds, the server removes entries. */
async function removeAfter({ db }: Mongo, seconds: number): Promise<void> {
  for (const collMod of ['values', 'durable'])
    await db.command({ collMod, index: { keyPattern: { expires: 1 }, expireAfterSeconds: seconds } });
}
