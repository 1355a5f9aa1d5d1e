import test from 'ava';
import { format, formatMailed, formatRecipients, formatShared } from './messages.ts';

test('a share shows its number of visits and its recipients', (t) => {
  t.is(format('views', { count: 0 }), 'not opened yet');
  t.is(format('views', { count: 1 }), 'opened once');
  t.is(format('views', { count: 1_200 }), 'opened 1,200 times');
  t.is(formatRecipients([]), '');
  t.is(formatRecipients(['a@x.example', 'b@x.example']), 'sent to a@x.example and 1 more');
});

test('a share tells how many of the client’s links it shows, and to whom it went', (t) => {
  t.is(formatShared(24, 25), '24 of 25 links');
  t.is(formatShared(25, 25), 'All 25 links');
  t.is(formatShared(1, 1), '1 of 1 link');
  t.is(format('withheld', { count: 1 }), '1 link is in teams where you can only view.');
  t.is(formatMailed(['a@x.example', 'b@x.example']), 'Sent to a@x.example and b@x.example.');
});
