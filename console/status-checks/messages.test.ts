import test from 'ava';
import { formatVisits } from './messages.ts';

test('the result names the visits only where some were saved', (t) => {
  t.is(formatVisits({ visited: { checks: 412, visits: 301 } }), '412 checks, 301 visits');
  t.is(formatVisits({ visited: { checks: 8, visits: 1 } }), '8 checks, 1 visit');
  t.is(formatVisits({ visited: { checks: 8, visits: 8 } }), null);
  t.is(formatVisits({ visited: null }), null);
});
