import test from 'ava';
import fc from 'fast-check';
import { LruCache } from './lru-cache.ts';

test('an entry can be read until its time limit', (t) => {
  const clock = { now: 0 };
  const cache = new LruCache<string>(10, 100, () => clock.now);
  cache.set('a', 'one');
  cache.set('b', 'two', 1, 10);
  clock.now = 50;
  t.is(cache.get('a'), 'one');
  t.is(cache.get('b'), undefined);
  clock.now = 100;
  t.is(cache.get('a'), undefined);
  t.is(cache.weight, 0);
});

test('the least recently used entry goes first, and a value that is too heavy is not stored', (t) => {
  const cache = new LruCache<number>(3, 1_000, () => 0);
  for (const [n, key] of ['a', 'b', 'c'].entries()) cache.set(key, n);
  cache.get('a');
  cache.set('d', 3);
  t.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => cache.get(key)),
    [0, undefined, 2, 3],
  );
  cache.set('a', 9, 4);
  t.is(cache.get('a'), undefined);
});

test('the weight never exceeds the limit', (t) => {
  const step = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 6 }), fc.boolean());
  t.notThrows(() =>
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const cache = new LruCache<number>(12, 1_000, () => 0);
        const weights = new Map<string, number>();
        for (const [key, weight, drop] of steps) {
          if (drop) cache.delete(`${key}`);
          else {
            cache.set(`${key}`, weight, weight);
            weights.set(`${key}`, weight);
          }
          if (cache.weight > 12) return false;
        }
        const left = [...weights.keys()].reduce((sum, key) => sum + (cache.get(key) ?? 0), 0);
        return left === cache.weight;
      }),
    ),
  );
});
