import test from 'ava';
import { formatCountdown } from './format-countdown.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const at = (ms: number) => new Date(now + ms).toISOString();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test('a countdown shows days and hours, on the last day hours, in the last hour minutes', (t) => {
  t.is(formatCountdown(at(13 * DAY + 4 * HOUR), now), '13 days 4 hours');
  t.is(formatCountdown(at(14 * DAY), now), '14 days');
  t.is(formatCountdown(at(DAY + HOUR), now), '1 day 1 hour');
  t.is(formatCountdown(at(5 * HOUR), now), '5 hours');
  t.is(formatCountdown(at(HOUR), now), '60 minutes');
  t.is(formatCountdown(at(42 * MINUTE), now), '42 minutes');
  t.is(formatCountdown(at(1), now), '1 minute');
});

test('a countdown is rounded up beyond five minutes, so that a person rarely returns before its end', (t) => {
  t.is(formatCountdown(at(4 * HOUR + 6 * MINUTE), now), '5 hours');
  t.is(formatCountdown(at(23 * HOUR + 6 * MINUTE), now), '1 day');
});

test('up to five minutes beyond a whole day or hour are rounded down', (t) => {
  t.is(formatCountdown(at(14 * DAY + 4 * MINUTE), now), '14 days');
  t.is(formatCountdown(at(HOUR + MINUTE), now), '1 hour');
});

test('a countdown is null when it is due or without a date', (t) => {
  t.is(formatCountdown(at(0), now), null);
  t.is(formatCountdown(at(-DAY), now), null);
  t.is(formatCountdown(null, now), null);
  t.is(formatCountdown('soon', now), null);
});
