import test from 'ava';
import fc from 'fast-check';
import { LruCache } from './lru-cache.ts';

test('what was kept is there until its time is over', (t) => {
  const clock = { now: 0 };
  const kept = new LruCache<string>(10, 100, () => clock.now);
  kept.set('a', 'one');
  kept.set('b', 'two', 1, 10);
  clock.now = 50;
  t.is(kept.get('a'), 'one');
  t.is(kept.get('b'), undefined);
  clock.now = 100;
  t.is(kept.get('a'), undefined);
  t.is(kept.weight, 0);
});

test('the least lately used goes first, and what alone is too much is not kept', (t) => {
  const kept = new LruCache<number>(3, 1_000);
  for (const [n, key] of ['a', 'b', 'c'].entries()) kept.set(key, n);
  kept.get('a');
  kept.set('d', 3);
  t.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => kept.get(key)),
    [0, undefined, 2, 3],
  );
  kept.set('a', 9, 4);
  t.is(kept.get('a'), undefined);
});

test('never more is kept than there is room for', (t) => {
  const step = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 6 }), fc.boolean());
  t.notThrows(() =>
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const kept = new LruCache<number>(12, 1_000, () => 0);
        const weights = new Map<string, number>();
        for (const [key, weight, drop] of steps) {
          if (drop) kept.delete(`${key}`);
          else {
            kept.set(`${key}`, weight, weight);
            weights.set(`${key}`, weight);
          }
          if (kept.weight > 12) return false;
        }
        const left = [...weights.keys()].reduce((sum, key) => sum + (kept.get(key) ?? 0), 0);
        return left === kept.weight;
      }),
    ),
  );
});
