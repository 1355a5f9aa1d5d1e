import test from 'ava';
import fc from 'fast-check';
import { InOrder } from './in-order.ts';

const names = (count: number) => Array.from({ length: count }, (_, index) => `l${index}`);

test('results are passed on in the order of their links, each as soon as all earlier results are there', (t) => {
  const arrivals = fc
    .array(fc.string(), { maxLength: 50 })
    .chain((results) =>
      fc.tuple(fc.constant(results), fc.shuffledSubarray([...results.keys()], { minLength: results.length })),
    );
  fc.assert(
    fc.property(arrivals, ([results, order]) => {
      const passed: [string, string][] = [];
      const line = new InOrder<string>((linkId, result) => passed.push([linkId, result]));
      const all = names(results.length);
      const give = all.map((linkId) => line.take(linkId));
      const arrived = new Set<number>();
      for (const index of order) {
        give[index]!(results[index]!);
        arrived.add(index);
        const first = [...results.keys()].find((each) => !arrived.has(each)) ?? results.length;
        t.deepEqual(
          passed,
          all.slice(0, first).map((linkId, at) => [linkId, results[at]!]),
        );
      }
    }),
  );
});

test('a second result of a link changes nothing', (t) => {
  const passed: string[] = [];
  const give = new InOrder<string>((_, result) => passed.push(result)).take('l0');
  give('first');
  give('second');
  t.deepEqual(passed, ['first']);
});

test('a hundred thousand links take linear time', (t) => {
  let passed = 0;
  const line = new InOrder<number>(() => {
    passed += 1;
  });
  const started = performance.now();
  for (const linkId of names(100_000)) line.take(linkId)(1);
  t.is(passed, 100_000);
  // Quadratic time would take minutes.
  t.true(performance.now() - started < 60_000);
});
