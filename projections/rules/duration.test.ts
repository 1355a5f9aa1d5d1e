import test from 'ava';
import fc from 'fast-check';
import { durationDays, expirationDate } from './duration.ts';

test('31 January plus a month is the last day of February', (t) => {
  t.is(expirationDate('2026-01-31', '1 month'), '2026-02-28');
  t.is(expirationDate('2028-01-31', '1 month'), '2028-02-29');
});

test('29 February plus a year is 28 February', (t) => {
  t.is(expirationDate('2028-02-29', '1 year'), '2029-02-28');
});

test('days and weeks cross the ends of months and years', (t) => {
  t.is(expirationDate('2026-12-31', '1 day'), '2027-01-01');
  t.is(expirationDate('2026-02-20', '2 weeks'), '2026-03-06');
});

test('a permanent, unstarted or malformed duration does not end', (t) => {
  t.is(expirationDate('2026-01-01', 'permanent'), null);
  t.is(expirationDate(null, '30 days'), null);
  t.is(expirationDate('2026-01-01', 'soon'), null);
  t.is(expirationDate('2026-02-30x', '1 day'), null);
});

test('no end is later than 9999-12-31, so ends compare as text', (t) => {
  t.is(expirationDate('2026-01-01', '9999 years'), '9999-12-31');
});

test('durations sort by length, permanent last', (t) => {
  const inOrder = [
    '1 day',
    '6 days',
    '1 week',
    '30 days',
    '1 month',
    '31 days',
    '364 days',
    '1 year',
    '9999 years',
    'permanent',
  ];
  const keys = inOrder.map((text) => durationDays(text, null) ?? -1);
  t.deepEqual(
    keys,
    keys.toSorted((a, b) => a - b),
  );
  t.is(durationDays('a while', null), null);
});

test('a longer promise of the same unit never ends earlier', (t) => {
  const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
  const unit = fc.constantFrom('days', 'weeks', 'months', 'years');
  const property = fc.property(day, unit, fc.integer({ min: 1, max: 500 }), (date, unit, amount) => {
    const start = date.toISOString().slice(0, 10);
    const end = expirationDate(start, `${amount} ${unit}`) ?? '';
    return start < end && end <= (expirationDate(start, `${amount + 1} ${unit}`) ?? '');
  });
  t.notThrows(() => fc.assert(property));
});
