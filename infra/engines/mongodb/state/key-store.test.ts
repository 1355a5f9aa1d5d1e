import test from 'ava';
import { keyStoreContract } from '../../../testing/contracts/key-store.ts';
import { startWorker } from '../../../testing/mongodb/start-worker.ts';
import { findMongoDb, NO_MONGODB, openFreshMongo } from '../../../testing/servers/mongodb.ts';
import { openMongoKeys } from './key-store.ts';

const server = await findMongoDb();
const hex = (key: Uint8Array | null) => (key === null ? null : Buffer.from(key).toString('hex'));

if (server === null) test.skip(NO_MONGODB, () => undefined);
else {
  const { url, stop } = server;
  test.after.always(() => stop());

  keyStoreContract(async (t) => openMongoKeys(await openFreshMongo(t, url)));

  test('processes that need the keys of the same new owners at once agree on each of them', async (t) => {
    const mongo = await openFreshMongo(t, url);
    const workers = await Promise.all([1, 2, 3].map(() => startWorker(t, url, mongo)));
    const owners = Array.from({ length: 100 }, (_, index) => `owner ${index}`);
    for (const worker of workers) worker.give({ kind: 'keys', owners });
    const answers = await Promise.all(workers.map(async (worker) => (await worker.report('keys')).keys));
    t.deepEqual(answers[1], answers[0]);
    t.deepEqual(answers[2], answers[0]);
    t.is(new Set(answers[0]).size, owners.length);
    const keys = openMongoKeys(mongo);
    t.deepEqual(await Promise.all(owners.map(async (owner) => hex(await keys.find(owner)))), answers[0]);
  });

  test('a key that one process destroyed is gone for the others at once', async (t) => {
    const mongo = await openFreshMongo(t, url);
    const [one, other] = [openMongoKeys(mongo), openMongoKeys(mongo)];
    const first = hex(await one.keyFor('ann'));
    t.is(hex(await other.find('ann')), first);
    await one.destroy('ann');
    t.is(await other.find('ann'), null);
    t.not(hex(await other.keyFor('ann')), first);
  });

  test('the keys of a batch of events are read by few queries, each by its own owner', async (t) => {
    const mongo = await openFreshMongo(t, url);
    const keys = openMongoKeys(mongo);
    const owners = Array.from({ length: 1_500 }, (_, index) => `owner ${index}`);
    const known = owners.filter((_, index) => index % 3 > 0);
    const expected = new Map<string, string | null>();
    for (const owner of known.slice(0, 50)) expected.set(owner, hex(await keys.keyFor(owner)));
    await mongo.db.command({ profile: 2 });
    const found = await Promise.all([...owners, ...owners].map((owner) => keys.find(owner)));
    await mongo.db.command({ profile: 0 });
    t.deepEqual(
      found.map(hex),
      [...owners, ...owners].map((owner) => expected.get(owner) ?? null),
    );
    const queries = await mongo.db.collection('system.profile').countDocuments({ op: 'query', ns: /\.keys$/ });
    t.true(queries > 0 && queries <= 8, `${queries} queries`);
  });

  test('half a surrogate pair in an owner finds the same key again', async (t) => {
    const keys = openMongoKeys(await openFreshMongo(t, url));
    const key = hex(await keys.keyFor('a\ud800'));
    t.is(hex(await keys.find('a\ud800')), key);
    await keys.destroy('a\ud800');
    t.is(await keys.find('a\ud800'), null);
  });
}
