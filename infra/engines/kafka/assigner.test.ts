import test from 'ava';
import fc from 'fast-check';
import { divide } from './assigner.ts';

const PARTITIONS = [...Array(48).keys()];
const processes = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 60 });
const membersOf = (names: readonly string[], group: string) =>
  names.map((process) => ({ memberId: `${group}-${process}`, process }));

test('each partition has one member, and no member has more than its share', (t) => {
  fc.assert(
    fc.property(processes, (names) => {
      const divided = divide(PARTITIONS, membersOf(names, 'a'));
      t.deepEqual([...divided.keys()], PARTITIONS);
      for (const own of Map.groupBy(divided.values(), (member) => member.memberId).values()) {
        t.true(own.length <= Math.ceil(PARTITIONS.length / names.length));
      }
    }),
  );
});

test('a partition number goes to the same process in each group, in whatever order the members are listed', (t) => {
  fc.assert(
    fc.property(processes, (names) => {
      const one = divide(PARTITIONS, membersOf(names, 'a'));
      const other = divide(PARTITIONS, membersOf(names.toReversed(), 'b'));
      for (const partition of PARTITIONS) t.is(one.get(partition)?.process, other.get(partition)?.process);
    }),
  );
});

test('a process that joins five others takes few partitions beyond its share', (t) => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { minLength: 6, maxLength: 6 }), (names) => {
      const before = divide(PARTITIONS, membersOf(names.slice(1), 'a'));
      const after = divide(PARTITIONS, membersOf(names, 'a'));
      const moved = PARTITIONS.filter((partition) => before.get(partition)?.process !== after.get(partition)?.process);
      t.true(moved.length <= 24, `${moved.length} of 48 moved`);
    }),
  );
});
