import test from 'ava';
import { formatRange } from './messages.ts';

test('a pager says how many there are, or at least are', (t) => {
  t.is(formatRange(1, 10, 0), '0 of 0');
  t.is(formatRange(2, 10, 12), '11–12 of 12');
  t.is(formatRange(1, 100, 2_345), '1–100 of 2,345');
  t.is(formatRange(1, 10, 10_000, true), '1–10 of 10,000+');
});
