import { randomBytes } from 'node:crypto';
import test from 'ava';
import { GridFSBucket } from 'mongodb';
import { EVIDENCE, photosOf } from '../../../ports/storage/blob-store.ts';
import { blobStoreContract } from '../../../testing/contracts/blob-store.ts';
import { findMongoDb, NO_MONGODB, openFreshMongo } from '../../../testing/servers/mongodb.ts';
import { openMongoBlobs } from './blob-store.ts';

const server = await findMongoDb();

if (server === null) test.skip(NO_MONGODB, () => undefined);
else {
  const { url, stop } = server;
  test.after.always(() => stop());

  blobStoreContract(async (t) => openMongoBlobs(await openFreshMongo(t, url)));

  test('files of any length come back exactly, and any GridFS reader finds them', async (t) => {
    const mongo = await openFreshMongo(t, url);
    const blobs = await openMongoBlobs(mongo);
    for (const length of [0, 1, 261_119, 261_120, 261_121, 3_000_000]) {
      const bytes = new Uint8Array(randomBytes(length));
      const hash = await blobs.put(EVIDENCE, bytes);
      const read = await blobs.get(EVIDENCE, hash);
      t.true(read !== null && Buffer.from(read).equals(bytes), `${length} bytes`);
      const bucket = new GridFSBucket(mongo.db, { bucketName: 'blobs' });
      const elsewhere = await bucket.openDownloadStreamByName(`${EVIDENCE}/${hash}`).toArray();
      t.true(Buffer.concat(elsewhere).equals(bytes), `${length} bytes`);
      await blobs.remove(EVIDENCE, hash);
    }
    t.is(await mongo.db.collection('blobs.chunks').countDocuments(), 0);
    t.is(await blobs.size(EVIDENCE), 0);
  });

  test('processes that store and remove one file at once leave it whole or removed, and the size right', async (t) => {
    const mongo = await openFreshMongo(t, url);
    const [one, other] = [await openMongoBlobs(mongo), await openMongoBlobs(mongo)];
    const bytes = new Uint8Array(randomBytes(600_000));
    for (let round = 0; round < 10; round += 1) {
      const [hash] = await Promise.all([
        one.put(EVIDENCE, bytes),
        other.put(EVIDENCE, bytes),
        one.put(EVIDENCE, bytes),
      ]);
      t.true(Buffer.from((await other.get(EVIDENCE, hash)) ?? []).equals(bytes));
      t.is(await one.size(EVIDENCE), bytes.byteLength);
      await Promise.all([one.remove(EVIDENCE, hash), other.put(EVIDENCE, bytes), other.remove(EVIDENCE, hash)]);
      const left = await one.get(EVIDENCE, hash);
      const count = left === null ? 0 : 1;
      if (left !== null) t.true(Buffer.from(left).equals(bytes));
      t.is(await one.size(EVIDENCE), count * bytes.byteLength);
      t.is(await mongo.db.collection('blobs.files').countDocuments(), count);
      t.is(await mongo.db.collection('blobs.chunks').countDocuments(), count * 3);
    }
  });

  test('a damaged file is an error that names it, not other bytes', async (t) => {
    const mongo = await openFreshMongo(t, url);
    const blobs = await openMongoBlobs(mongo);
    const chunks = mongo.db.collection('blobs.chunks');
    const changed = await blobs.put(EVIDENCE, new Uint8Array(randomBytes(1_000)));
    await chunks.updateMany({}, { $set: { data: Buffer.from('other') } });
    await t.throwsAsync(blobs.get(EVIDENCE, changed), { message: new RegExp(`${changed} is damaged`) });
    await chunks.deleteMany({});
    await t.throwsAsync(blobs.get(EVIDENCE, changed), { message: new RegExp(`${changed} is damaged`) });
    await blobs.remove(EVIDENCE, changed);
    t.is(await blobs.get(EVIDENCE, changed), null);
  });

  test('a person whose photo was removed is no longer named in the collections', async (t) => {
    const mongo = await openFreshMongo(t, url);
    const blobs = await openMongoBlobs(mongo);
    const hash = await blobs.put(photosOf('ann'), new Uint8Array([1, 2, 3]));
    await blobs.remove(photosOf('ann'), hash);
    for (const { name } of await mongo.db.listCollections().toArray())
      t.notRegex(JSON.stringify(await mongo.db.collection(name).find().toArray()), /ann/, name);
  });

  test('listing reads the index and no file', async (t) => {
    const mongo = await openFreshMongo(t, url);
    const blobs = await openMongoBlobs(mongo);
    for (let index = 0; index < 10; index += 1) await blobs.put(EVIDENCE, new Uint8Array([index]));
    await mongo.db.command({ profile: 2 });
    t.is((await blobs.list(EVIDENCE)).length, 10);
    await mongo.db.command({ profile: 0 });
    const [query] = await mongo.db
      .collection('system.profile')
      .find({ op: 'query', ns: /\.files$/ })
      .toArray();
    t.like(query, { docsExamined: 0, keysExamined: 10 });
    t.not(query?.hasSortStage, true);
  });
}
