import test from 'ava';
import { array, assert, integer, property } from 'fast-check';
import { givenWhenThen, play } from '../../testing/given-when-then.ts';
import type { SealCommand } from './commands.ts';
import { seal } from './decider.ts';
import type { LogSealed } from './events.ts';

const scenario = givenWhenThen(seal);
const command = (day: string, count: number): SealCommand => ({
  ...{ type: 'SealLog', day, count, position: count * 100, hash: 'ab'.repeat(32), timestamp: null },
});
const sealed = (day: string, count: number): LogSealed => {
  const { type: _, ...data } = command(day, count);
  return { type: 'LogSealed', data };
};

test('the log is sealed once a day', (t) => {
  scenario(t).given().when(command('2026-03-01', 10)).yields(sealed('2026-03-01', 10));
  scenario(t).given(sealed('2026-03-01', 10)).when(command('2026-03-01', 20)).yields();
  scenario(t).given(sealed('2026-03-01', 10)).when(command('2026-03-02', 20)).yields(sealed('2026-03-02', 20));
  scenario(t).given(sealed('2026-03-02', 10)).when(command('2026-03-01', 20)).yields();
});

test('a day on which only the seal was recorded needs no other seal', (t) => {
  scenario(t).given().when(command('2026-03-01', 0)).yields();
  scenario(t).given(sealed('2026-03-01', 10)).when(command('2026-03-02', 11)).yields();
});

test('a repeated command changes nothing, whatever came before', (t) => {
  const some = integer({ min: 0, max: 20 }).map((day) => command(`2026-03-${10 + day}`, day * 3));
  assert(property(array(some), some, (before, last) => play(seal, [...before, last, last]).at(-1)?.length === 0));
  t.pass();
});
