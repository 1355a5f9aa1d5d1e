import test from 'ava';
import { countdown } from './format-countdown.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const at = (ms: number) => new Date(now + ms).toISOString();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test('days and hours are told far away, hours on the last day, minutes in the last hour', (t) => {
  t.is(countdown(at(13 * DAY + 4 * HOUR), now), '13 days 4 hours');
  t.is(countdown(at(14 * DAY), now), '14 days');
  t.is(countdown(at(DAY + HOUR), now), '1 day 1 hour');
  t.is(countdown(at(5 * HOUR), now), '5 hours');
  t.is(countdown(at(HOUR), now), '60 minutes');
  t.is(countdown(at(42 * MINUTE), now), '42 minutes');
  t.is(countdown(at(1), now), '1 minute');
});

test('it is rounded up: whoever comes back at the end is not too early', (t) => {
  t.is(countdown(at(4 * HOUR + 1), now), '5 hours');
  t.is(countdown(at(23 * HOUR + 1), now), '1 day');
});

test('nothing is left to wait for once it is due, or where no date is known', (t) => {
  t.is(countdown(at(0), now), null);
  t.is(countdown(at(-DAY), now), null);
  t.is(countdown(null, now), null);
  t.is(countdown('soon', now), null);
});
