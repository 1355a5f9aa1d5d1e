/** The contract of ExpiringStore as tests: an adapter's own test calls this with its opener. */
import test from 'ava';
import { type DurableStore, NEVER } from '../../ports/storage/durable-store.ts';
import type { ExpiringStore } from '../../ports/storage/expiring-store.ts';
import type { Opener } from '../temporary-folder.ts';

const START = Date.parse('2026-03-31T12:00:00.000Z');

/** A clock the test moves. */
class Clock {
  #ms = START;
  readonly now = () => new Date(this.#ms);
  pass(ms: number): void {
    this.#ms += ms;
  }
  in(ms: number): string {
    return new Date(this.#ms + ms).toISOString();
  }
}

/** Registers the tests. `open` answers an empty store that lives by the clock it is given. */
export function expiringStoreContract(open: Opener<ExpiringStore, [now: () => Date]>): void {
  test('a value exists until it expires', async (t) => {
    const clock = new Clock();
    const store = await open(t, clock.now);
    await store.put('session', 'k', { user: 'Zoë', list: [1, null] }, clock.in(1_000));
    t.deepEqual(await store.get('session', 'k'), { user: 'Zoë', list: [1, null] });
    clock.pass(999);
    t.not(await store.get('session', 'k'), null);
    clock.pass(1);
    t.is(await store.get('session', 'k'), null);
    t.is(await store.take('session', 'k'), null);
  });

  test('kinds are separate', async (t) => {
    const clock = new Clock();
    const store = await open(t, clock.now);
    await store.put('a', 'k', 1, clock.in(1_000));
    await store.put('b', 'k', 2, clock.in(1_000));
    await store.remove('a', 'k');
    t.is(await store.get('a', 'k'), null);
    t.is(await store.get('b', 'k'), 2);
  });

  test('put replaces, putIfAbsent does not', async (t) => {
    const clock = new Clock();
    const store = await open(t, clock.now);
    await store.put('a', 'k', 1, clock.in(1_000));
    await store.put('a', 'k', 2, clock.in(2_000));
    t.false(await store.putIfAbsent('a', 'k', 3, clock.in(9_000)));
    clock.pass(1_500);
    t.is(await store.get('a', 'k'), 2);
    clock.pass(500);
    t.true(await store.putIfAbsent('a', 'k', 4, clock.in(1_000)));
    t.is(await store.get('a', 'k'), 4);
  });

  test('of many concurrent putIfAbsent() or take() calls one succeeds', async (t) => {
    const clock = new Clock();
    const store = await open(t, clock.now);
    const puts = await Promise.all([1, 2, 3].map((value) => store.putIfAbsent('a', 'k', value, clock.in(1_000))));
    t.is(puts.filter(Boolean).length, 1);
    const taken = await Promise.all([1, 2, 3].map(() => store.take<number>('a', 'k')));
    t.is(taken.filter((value) => value !== null).length, 1);
    t.is(await store.get('a', 'k'), null);
  });

  test('a counter counts until the end its first add set, then starts again', async (t) => {
    const clock = new Clock();
    const store = await open(t, clock.now);
    const upTo12 = Array.from({ length: 12 }, (_, index) => index + 1);
    // All of them create the counter at once.
    const count = async (key: string) => {
      const counts = await Promise.all(upTo12.map(() => store.increment('rate', key, clock.in(1_000))));
      t.deepEqual(
        counts.toSorted((a, b) => a - b),
        upTo12,
      );
    };
    for (const key of ['k', ...upTo12.map((each) => `k${each}`)]) await count(key);
    clock.pass(500);
    t.is(await store.increment('rate', 'k', clock.in(1_000)), 13);
    clock.pass(500);
    t.is(await store.increment('rate', 'k', clock.in(1_000)), 1);
  });

  test('replace() writes only over an unexpired entry', async (t) => {
    const clock = new Clock();
    const store = await open(t, clock.now);
    t.false(await store.replace('a', 'k', 1, clock.in(1_000)));
    t.is(await store.get('a', 'k'), null);
    await store.put('a', 'k', 1, clock.in(1_000), 'ann');
    t.true(await store.replace('a', 'k', 2, clock.in(2_000)));
    clock.pass(1_500);
    t.is(await store.get('a', 'k'), 2);
    t.deepEqual(await store.listOf('a', 'ann'), [{ key: 'k', value: 2 }]);
    clock.pass(500);
    t.false(await store.replace('a', 'k', 3, clock.in(1_000)));
    await store.put('a', 'k', 4, clock.in(1_000));
    await store.remove('a', 'k');
    t.false(await store.replace('a', 'k', 5, clock.in(1_000)));
  });

  test('an owner’s entries of a kind are listed and removed together, without those of others', async (t) => {
    const clock = new Clock();
    const store = await open(t, clock.now);
    await store.put('session', 'a', 1, clock.in(1_000), 'ann');
    await store.put('session', 'b', 2, clock.in(2_000), 'ann');
    await store.put('session', 'c', 3, clock.in(2_000), 'bob');
    await store.put('other', 'd', 4, clock.in(2_000), 'ann');
    await store.put('session', 'e', 5, clock.in(2_000));
    const list = async (kind: string, owner: string) =>
      (await store.listOf<number>(kind, owner)).map(({ key, value }) => `${key}${value}`).toSorted();
    t.deepEqual(await list('session', 'ann'), ['a1', 'b2']);
    clock.pass(1_000);
    t.deepEqual(await list('session', 'ann'), ['b2']);
    await store.removeOf('session', 'ann');
    t.deepEqual(await list('session', 'ann'), []);
    t.is(await store.get('session', 'b'), null);
    t.deepEqual(await list('session', 'bob'), ['c3']);
    t.deepEqual(await list('other', 'ann'), ['d4']);
    t.is(await store.get('session', 'e'), 5);
  });

  test('putting an entry again sets its owner anew', async (t) => {
    const clock = new Clock();
    const store = await open(t, clock.now);
    await store.put('session', 'k', 1, clock.in(1_000), 'ann');
    await store.put('session', 'k', 2, clock.in(1_000), 'bob');
    t.deepEqual(await store.listOf('session', 'ann'), []);
    t.deepEqual(await store.listOf('session', 'bob'), [{ key: 'k', value: 2 }]);
    clock.pass(1_000);
    await store.putIfAbsent('session', 'k', 3, clock.in(1_000));
    t.deepEqual(await store.listOf('session', 'bob'), []);
  });

  test('an invalid expiry time is a programming error', async (t) => {
    const store = await open(t, new Clock().now);
    await t.throwsAsync(store.put('a', 'k', 1, 'tomorrow'), { instanceOf: RangeError });
    t.is(await store.get('a', 'k'), null);
  });
}

/** Registers the tests that only a durable store must pass. */
export function durableStoreContract(open: Opener<DurableStore, [now: () => Date]>): void {
  test('all() lists every unexpired entry with everything that put() takes', async (t) => {
    const clock = new Clock();
    const store = await open(t, clock.now);
    await store.put('read', 'ann', { alerts: [1] }, NEVER, 'ann');
    await store.increment('views', 's1', clock.in(2_000));
    await store.put('read', 'bob', null, clock.in(1_000));
    clock.pass(1_000);
    const all = await store.all();
    t.deepEqual(
      all.toSorted((one, other) => one.kind.localeCompare(other.kind)),
      [
        { kind: 'read', key: 'ann', value: { alerts: [1] }, expiresAt: NEVER, owner: 'ann' },
        { kind: 'views', key: 's1', value: 1, expiresAt: clock.in(1_000), owner: null },
      ],
    );
  });
}
