import test from 'ava';
import { countedDay, dayOf, latestDay } from './days.ts';

test('dayOf() uses UTC in every time zone', (t) => {
  t.is(dayOf(new Date('2026-03-03T23:59:59.999Z')), '2026-03-03');
});

test('a day that has begun only east of UTC counts as today in UTC, and other days as they are', (t) => {
  const evening = new Date('2026-12-31T10:00:00Z');
  t.is(latestDay(evening), '2027-01-01');
  t.is(countedDay('2027-01-01', evening), '2026-12-31');
  t.is(countedDay('2027-01-02', evening), '2027-01-02');
  t.is(countedDay('2026-12-30', evening), '2026-12-30');
  const before = new Date('2026-12-31T09:59:59.999Z');
  t.is(latestDay(before), '2026-12-31');
  t.is(countedDay('2027-01-01', before), '2027-01-01');
});
