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

test('what was picked on one page stays picked on the next', (t) => {
  const one = pick(emptySelection('x'), ['b'], first);
  const two = pick(one, ['b', 'c'], second);
  t.deepEqual([...two.picked.keys()], ['b', 'c']);
  t.deepEqual([...selectedOf(two, second)], ['c']);
  t.deepEqual(teamsOf(two), new Set(['t1', 't2']));
  t.is(countOf(two, 900), 2);
});

test('all that match are more than the page, and letting go of one keeps the others of the page', (t) => {
  const all = fullSelection('x');
  t.is(countOf(all, 900), 900);
  t.deepEqual([...selectedOf(all, first)], ['a', 'b']);
  t.is(teamsOf(all), null);
  const fewer = pick(all, ['b'], first);
  t.is(countOf(fewer, 900), 1);
});

test('links that went away are not counted any more', (t) => {
  const both = pick(emptySelection('x'), ['a', 'b'], first);
  t.deepEqual([...without(both, new Set(['a', 'z'])).picked.keys()], ['b']);
  t.is(without(both, new Set(['z'])), both);
});

test('a link that is not known cannot be picked', (t) => {
  t.is(countOf(pick(emptySelection('x'), ['z'], first), 10), 0);
});
