import test from 'ava';
import { countOf, emptySelection, fullSelection, pick, selectedOf, teamsOf, without } from './selection.ts';

const first = [
  { id: 'a', teamId: null },
  { id: 'b', teamId: 't1' },
];
const second = [
  { id: 'c', teamId: 't2' },
  { id: 'd', teamId: null },
];

test('links selected on one page stay selected on the next', (t) => {
  const one = pick(emptySelection('x'), ['b'], first);
  const two = pick(one, ['b', 'c'], second);
  t.deepEqual([...two.picked.keys()], ['b', 'c']);
  t.deepEqual([...selectedOf(two, second)], ['c']);
  t.deepEqual(teamsOf(two), new Set(['t1', 't2']));
  t.is(countOf(two, 900), 2);
});

test('after all matching links are selected, unselecting a link keeps the other links of the page', (t) => {
  const all = fullSelection('x');
  t.is(countOf(all, 900), 900);
  t.deepEqual([...selectedOf(all, first)], ['a', 'b']);
  t.is(teamsOf(all), null);
  const fewer = pick(all, ['b'], first);
  t.is(countOf(fewer, 900), 1);
});

test('deleted links are not counted', (t) => {
  const both = pick(emptySelection('x'), ['a', 'b'], first);
  t.deepEqual([...without(both, new Set(['a', 'z'])).picked.keys()], ['b']);
  t.is(without(both, new Set(['z'])), both);
});

test('an unknown link cannot be selected', (t) => {
  t.is(countOf(pick(emptySelection('x'), ['z'], first), 10), 0);
});
