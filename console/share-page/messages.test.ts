import test from 'ava';
import { formatSummary, formatWait } from './messages.ts';

test('a short wait is given in steps of five seconds, a long one in minutes', (t) => {
  t.regex(formatWait(0.2), /in 5 seconds\.$/);
  t.regex(formatWait(44), /in 45 seconds\.$/);
  t.regex(formatWait(91), /in 2 minutes\.$/);
});

test('the summary has words for no link, one link and all links', (t) => {
  t.is(formatSummary(1, 1), 'The backlink is live.');
  t.is(formatSummary(3, 3), 'All 3 backlinks are live.');
  t.is(formatSummary(1, 2), '1 of 2 backlinks is live.');
  t.is(formatSummary(1_200, 2_345), '1,200 of 2,345 backlinks are live.');
  t.is(formatSummary(0, 0), 'No backlinks yet.');
});
