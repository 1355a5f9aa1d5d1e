import test from 'ava';
import { formatRecipients, formatViews } from './messages.ts';

test('a share shows its number of visits and its recipients', (t) => {
  t.is(formatViews(0), 'not opened yet');
  t.is(formatViews(1), 'opened once');
  t.is(formatViews(1_200), 'opened 1,200 times');
  t.is(formatRecipients([]), '');
  t.is(formatRecipients(['a@x.example', 'b@x.example']), 'sent to a@x.example and 1 more');
});
