import test from 'ava';
import fc from 'fast-check';
import type { RunCounts } from '../events/status-check.ts';
import { type LinkResult, Progress } from './progress.ts';

/** What links came to, counted one by one. */
function counted(all: readonly LinkResult[]): RunCounts {
  const of = (status: LinkResult) => all.filter((came) => came === status).length;
  return { done: all.length, live: of('live'), removed: of('removed'), pending: of('pending') };
}

const came = fc.constantFrom<LinkResult>('live', 'removed', 'pending', null);
const ids = (count: number) => Array.from({ length: count }, (_, index) => `l${String(index).padStart(4, '0')}`);

test('whatever the order in which links are done, the cursor stands before the first that is not', (t) => {
  const run = fc
    .array(came, { maxLength: 50 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all.keys()])));
  fc.assert(
    fc.property(run, ([all, order]) => {
      const tally = new Progress();
      const names = ids(all.length);
      const done = names.map((linkId) => tally.take(linkId));
      const finished = new Set<number>();
      for (const index of order) {
        done[index]!(all[index] ?? null);
        finished.add(index);
        const first = [...all.keys()].find((each) => !finished.has(each)) ?? all.length;
        t.is(tally.cursor, names[first - 1] ?? '');
        t.deepEqual(tally.settled, counted(all.slice(0, first)));
        t.deepEqual(tally.counts, counted([...finished].map((each) => all[each] ?? null)));
      }
    }),
  );
});

test('taken up again from what was settled, it comes to the same as without a break', (t) => {
  const run = fc
    .array(came, { minLength: 1, maxLength: 50 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all.keys()])));
  fc.assert(
    fc.property(run, ([all, order]) => {
      const names = ids(all.length);
      const first = new Progress();
      const done = names.map((linkId) => first.take(linkId));
      for (const index of order) done[index]!(all[index] ?? null);
      const second = new Progress(first.cursor, first.settled);
      for (const [index, linkId] of names.entries()) {
        if (linkId > first.cursor) second.take(linkId)(all[index] ?? null);
      }
      t.deepEqual(second.counts, counted(all));
      t.is(second.cursor, names.at(-1)!);
    }),
  );
});

test('a hundred thousand links are counted in no time, and one that is said twice counts once', (t) => {
  const tally = new Progress();
  const started = performance.now();
  for (let index = 0; index < 100_000; index += 1) {
    const done = tally.take(String(index).padStart(6, '0'));
    done('live');
    done('removed');
  }
  t.deepEqual(tally.counts, { done: 100_000, live: 100_000, removed: 0, pending: 0 });
  t.is(tally.cursor, '099999');
  t.true(performance.now() - started < 5_000);
});
