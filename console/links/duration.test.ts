import test from 'ava';
import fc from 'fast-check';
import { joinDuration, splitDuration, UNITS } from './duration.ts';

test('a number and a unit become the API’s text and back', (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999 }), fc.constantFrom(...UNITS), (number, unit) => {
      t.deepEqual(splitDuration(joinDuration(String(number), unit)), { amount: String(number), unit });
    }),
  );
});

test('a number of one has its unit in the singular', (t) => {
  t.is(joinDuration('1', 'months'), '1 month');
  t.is(joinDuration('2', 'months'), '2 months');
});

test('permanent has no number', (t) => {
  t.deepEqual(splitDuration('permanent'), { amount: '', unit: 'permanent' });
  t.is(joinDuration('', 'permanent'), 'permanent');
});

test('an empty number is an empty duration', (t) => {
  t.is(joinDuration('  ', 'days'), '');
});
