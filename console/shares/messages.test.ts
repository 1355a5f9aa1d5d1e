import test from 'ava';
import { formatSummary, formatWait } from '../share-page/messages.ts';
import { formatRecipients, formatViews } from './messages.ts';

test('a wait is told in steps of seconds when it is short, else in minutes, never as nothing', (t) => {
  t.regex(formatWait(0.2), /in 5 seconds\.$/);
  t.regex(formatWait(44), /in 45 seconds\.$/);
  t.regex(formatWait(91), /in 2 minutes\.$/);
});

test('one, many and all are told as people say them', (t) => {
  t.is(formatSummary(1, 1), 'The one backlink is live.');
  t.is(formatSummary(3, 3), 'All 3 backlinks are live.');
  t.is(formatSummary(1, 2), '1 of 2 backlinks is live.');
  t.is(formatSummary(1_200, 2_345), '1,200 of 2,345 backlinks are live.');
  t.is(formatSummary(0, 0), 'No backlinks yet.');
  t.is(formatViews(0), 'not opened yet');
  t.is(formatViews(1), 'opened once');
  t.is(formatRecipients(['a@x.example', 'b@x.example']), 'sent to a@x.example and 1 more');
});
