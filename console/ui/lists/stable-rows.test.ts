import test from 'ava';
import { stableRows } from './stable-rows.ts';

const row = (id: string, text = '') => ({ id, text });

test('held rows keep their places and get new contents', (t) => {
  const { rows, waiting } = stableRows([row('a'), row('b')], [row('c'), row('b', 'new'), row('a')], true);
  t.deepEqual(rows, [row('a'), row('b', 'new'), row('c')]);
  t.true(waiting);
});

test('rows without a pointer over them are shown in the new order', (t) => {
  const next = [row('c'), row('a')];
  t.deepEqual(stableRows([row('a')], next, false), { rows: next, waiting: false });
});

test('new contents of the same rows are shown at once', (t) => {
  t.deepEqual(stableRows([row('a')], [row('a', 'new')], true), { rows: [row('a', 'new')], waiting: false });
});

test('the first rows are shown even under the pointer', (t) => {
  t.deepEqual(stableRows([], [row('a')], true), { rows: [row('a')], waiting: false });
});

test('the row that fills the place of a deleted one appears at the end', (t) => {
  const next = [row('a'), row('c'), row('d')];
  t.deepEqual(stableRows([row('a'), row('c')], next, true), { rows: next, waiting: false });
});

test('a new row at the top does not move held rows down', (t) => {
  const { rows, waiting } = stableRows([row('a'), row('b')], [row('n'), row('a'), row('b')], true);
  t.deepEqual(rows, [row('a'), row('b'), row('n')]);
  t.true(waiting);
});
