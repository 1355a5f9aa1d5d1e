/** The contract of BlobStore as tests: an adapter's own test calls this with its opener. */
import { createHash } from 'node:crypto';
import test from 'ava';
import { type BlobStore, EVIDENCE, logosOf, photosOf } from '../../ports/storage/blob-store.ts';
import type { Opener } from '../temporary-folder.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Registers the tests. `open` answers an empty store, which dates each file by a clock that moves on. */
export function blobStoreContract(open: Opener<BlobStore>): void {
  test('a stored file is found under its namespace and its hash, and nowhere else', async (t) => {
    const store = await open(t);
    // FIPS 180-2, appendix B.1.
    const hash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    t.is(await store.put(EVIDENCE, bytes('abc')), hash);
    t.deepEqual(new Uint8Array((await store.get(EVIDENCE, hash)) ?? []), bytes('abc'));
    t.true(await store.has(EVIDENCE, hash));
    for (const other of [photosOf('ann'), photosOf('bob')]) {
      t.is(await store.get(other, hash), null);
      t.false(await store.has(other, hash));
      t.deepEqual(await store.list(other), []);
      t.is(await store.size(other), 0);
    }
  });

  for (const namespace of [EVIDENCE, photosOf('ann'), logosOf('team:t1')]) {
    test(`files of ${namespace} are listed oldest first, and one that is stored again is the newest`, async (t) => {
      const store = await open(t);
      await store.put(namespace, bytes('a'));
      await store.put(namespace, bytes('bb'));
      const [a, b] = [
        { hash: hashOf('a'), bytes: 1 },
        { hash: hashOf('bb'), bytes: 2 },
      ];
      t.like(await store.list(namespace), [a, b]);
      await store.put(namespace, bytes('a'));
      t.like(await store.list(namespace), [b, a]);
      t.is(await store.size(namespace), 3);
      const times = (await store.list(namespace)).map(({ storedAt }) => storedAt);
      t.true(Date.parse('2020-01-01') < (times[0] ?? 0) && (times[0] ?? 0) <= (times[1] ?? 0));
    });

    test(`a removed file of ${namespace} is gone, and removing it again changes nothing`, async (t) => {
      const store = await open(t);
      const hash = await store.put(namespace, bytes('a'));
      const other = await store.put(namespace, bytes('b'));
      for (let round = 0; round < 2; round += 1) {
        await store.remove(namespace, hash);
        t.is(await store.get(namespace, hash), null);
        t.false(await store.has(namespace, hash));
        t.like(await store.list(namespace), [{ hash: other, bytes: 1 }]);
        t.is(await store.size(namespace), 1);
      }
    });
  }

  test('an invalid namespace or hash names no file', async (t) => {
    const store = await open(t);
    const hash = await store.put(EVIDENCE, bytes('abc'));
    for (const name of ['../secret', '/etc/hostname', '', '..', hash.toUpperCase(), `${hash}/`, `${hash}\0`]) {
      t.is(await store.get(EVIDENCE, name), null, name);
      t.false(await store.has(EVIDENCE, name), name);
      await store.remove(EVIDENCE, name);
    }
    for (const namespace of ['..', 'photos', 'photos/', 'photos/..', 'photos/a/b', 'Evidence', `${EVIDENCE}/`]) {
      await t.throwsAsync(store.put(namespace, bytes('a')), { instanceOf: TypeError }, namespace);
      t.is(await store.get(namespace, hash), null, namespace);
      t.deepEqual(await store.list(namespace), [], namespace);
      t.is(await store.size(namespace), 0, namespace);
    }
    t.true(await store.has(EVIDENCE, hash));
  });
}
