import test from 'ava';
import fc from 'fast-check';
import { OpenOffsets } from './offsets.ts';

test('a commit never passes an unfinished message', (t) => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...Array(50).keys()], { minLength: 0 }), (doneInOrder) => {
      const offsets = new OpenOffsets();
      for (let offset = 0; offset < 50; offset += 1) t.true(offsets.take(offset));
      const done = new Set<number>();
      for (const offset of doneInOrder) {
        offsets.done(offset);
        done.add(offset);
        const lowest = [...Array(51).keys()].find((each) => !done.has(each)) ?? 50;
        const commit = offsets.toCommit();
        t.is(commit, lowest === 0 ? null : lowest);
      }
      t.is(offsets.size, 50 - done.size);
    }),
  );
});

test('a commit is offered once', (t) => {
  const offsets = new OpenOffsets();
  offsets.take(7);
  t.is(offsets.toCommit(), null);
  offsets.done(7);
  t.is(offsets.toCommit(), 8);
  offsets.committed(8);
  t.is(offsets.toCommit(), null);
});

test('messages that come again after a rebalance are not taken again', (t) => {
  const offsets = new OpenOffsets();
  for (const offset of [10, 11, 12]) offsets.take(offset);
  offsets.done(10);
  offsets.committed(11);
  offsets.done(12);
  t.deepEqual(
    [11, 12, 13].map((offset) => offsets.take(offset)),
    [false, false, true],
  );
  t.is(offsets.size, 2);
});

test('a topic that was created again is read from its start', (t) => {
  const offsets = new OpenOffsets();
  for (const offset of [100, 101]) offsets.take(offset);
  offsets.done(100);
  offsets.committed(101);
  t.true(offsets.take(0));
  t.is(offsets.size, 1);
  offsets.done(0);
  t.is(offsets.toCommit(), 1);
});
