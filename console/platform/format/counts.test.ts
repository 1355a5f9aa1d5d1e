import test from 'ava';
import { formatLinks, formatRange } from './counts.ts';

test('a range shows the rows of a page and the total, or a total that was counted no further', (t) => {
  t.is(formatRange(1, 10, 0), '0 of 0');
  t.is(formatRange(2, 10, 12), '11–12 of 12');
  t.is(formatRange(1, 100, 2_345), '1–100 of 2,345');
  t.is(formatRange(1, 10, 10_000, true), '1–10 of 10,000+');
});

test('a count has its noun in the singular only for exactly one', (t) => {
  t.is(formatLinks(1), '1 link');
  t.is(formatLinks(0), '0 links');
  t.is(formatLinks(1_200), '1,200 links');
  t.is(formatLinks(1, true), '1+ links');
});
