import test from 'ava';
import { daysFrom, daysUntil, formatDay } from './calendar-days.ts';

test('daysUntil() counts whole days and is negative after the day', (t) => {
  t.is(daysUntil('2026-03-10', '2026-03-10'), 0);
  t.is(daysUntil('2026-03-09', '2026-03-10'), -1);
  t.is(daysUntil('2028-03-01', '2028-02-28'), 2);
  t.is(daysUntil('9999-12-31', '2026-01-01'), 2_912_442);
});

test('daysFrom() includes both ends', (t) => {
  t.deepEqual(daysFrom('2026-12-30', 2), ['2026-12-30', '2026-12-31', '2027-01-01']);
  t.is(daysFrom('2026-01-01', 366).length, 367);
});

test('formatDay() uses UTC in every time zone', (t) => {
  t.is(formatDay('2026-03-03T23:59:59.999Z'), 'March 3, 2026');
});
