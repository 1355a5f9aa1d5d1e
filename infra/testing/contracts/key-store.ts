/** The contract of KeyStore as tests: an adapter's own test calls this with its opener. */
import test from 'ava';
import type { KeyStore } from '../../ports/storage/key-store.ts';
import type { Opener } from '../temporary-folder.ts';

const hex = (key: Uint8Array | null) => (key === null ? null : Buffer.from(key).toString('hex'));

/** Registers the tests. `open` answers an empty store. */
export function keyStoreContract(open: Opener<KeyStore>): void {
  test('an owner has one key of 32 random bytes, created when it is first needed', async (t) => {
    const keys = await open(t);
    t.is(await keys.find('ann'), null);
    const created = await Promise.all([keys.keyFor('ann'), keys.keyFor('ann'), keys.keyFor('bob')]);
    t.deepEqual(
      created.map(({ byteLength }) => byteLength),
      [32, 32, 32],
    );
    const [ann, again, bob] = created.map(hex);
    t.is(again, ann);
    t.not(bob, ann);
    t.is(hex(await keys.keyFor('ann')), ann ?? '');
    t.is(hex(await keys.find('ann')), ann ?? '');
  });

  test('an owner whose key many need at once has one key', async (t) => {
    const keys = await open(t);
    for (let owner = 0; owner < 10; owner += 1) {
      const created = await Promise.all(Array.from({ length: 12 }, () => keys.keyFor(`owner ${owner}`)));
      t.is(new Set(created.map(hex)).size, 1);
    }
  });

  test('a destroyed key never comes back: the owner gets a new one', async (t) => {
    const keys = await open(t);
    const [ann, bob, eve] = [await keys.keyFor('ann'), await keys.keyFor('bob'), await keys.keyFor('eve')].map(hex);
    await keys.destroy('ann', 'eve', 'nobody');
    t.is(await keys.find('ann'), null);
    t.is(await keys.find('eve'), null);
    t.is(hex(await keys.find('bob')), bob ?? '');
    t.not(hex(await keys.keyFor('ann')), ann ?? '');
    t.not(hex(await keys.keyFor('eve')), eve ?? '');
    await keys.destroy();
    t.is(hex(await keys.find('bob')), bob ?? '');
  });

  test('a copied key is the key of its owner', async (t) => {
    const keys = await open(t);
    const ann = await keys.keyFor('ann');
    await keys.put('bob', ann);
    t.is(hex(await keys.keyFor('bob')), hex(ann) ?? '');
    const all = await keys.all();
    t.deepEqual(
      all.map(({ owner, key }) => [owner, hex(key)]).toSorted(),
      ['ann', 'bob'].map((owner) => [owner, hex(ann)]),
    );
    await keys.put('bob', new Uint8Array(32).fill(7));
    t.is(hex(await keys.find('bob')), '07'.repeat(32));
  });
}
