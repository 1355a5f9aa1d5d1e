import test from 'ava';
import { daysUntil, formatDay, formatExact, formatRelative } from './dates.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const at = (ms: number) => new Date(now + ms).toISOString();
const MINUTE = 60_000;
const DAY = 86_400_000;

test('an instant is shown relative to now, in the largest whole unit', (t) => {
  t.is(formatRelative(at(-20_000), now), 'just now');
  t.is(formatRelative(at(-5 * MINUTE), now), '5 minutes ago');
  t.is(formatRelative(at(-119 * MINUTE), now), '1 hour ago');
  t.is(formatRelative(at(-DAY), now), 'yesterday');
  t.is(formatRelative(at(3 * DAY), now), 'in 3 days');
});

test('beyond thirty days the date itself is shown', (t) => {
  t.is(formatRelative('2026-03-12T12:00:00Z', now), 'Mar 12, 2026');
});

test('a calendar day is the same day in every zone', (t) => {
  const zone = process.env.TZ;
  for (const each of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
    process.env.TZ = each;
    t.is(formatDay('2026-03-12'), 'Mar 12, 2026');
  }
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test('a text that is not a date is shown as it is', (t) => {
  t.is(formatRelative('soon', now), 'soon');
  t.is(formatExact('soon'), 'soon');
  t.is(formatDay('soon'), 'soon');
});

test('days left are whole and never negative', (t) => {
  t.is(daysUntil(at(2.2 * DAY), now), 3);
  t.is(daysUntil(at(-DAY), now), 0);
});
