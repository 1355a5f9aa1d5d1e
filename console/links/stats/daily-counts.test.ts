import test from 'ava';
import fc from 'fast-check';
import { isAffected } from '../../platform/live/use-live-updates.ts';
import { DEFAULT_SETTINGS, parseChartSettings } from './chart-settings.ts';
import { axisDays, changedDays, firstDay, firstDayWithLinks } from './daily-counts.ts';
import { formatSummary } from './messages.ts';

const day = (number: number, live: number, removed = 0, pending = 0, notFound = 0) => ({
  day: `2026-03-${String(number).padStart(2, '0')}`,
  live,
  removed,
  notFound,
  pending,
});

test('a range ends today, in UTC, and has as many days as named', (t) => {
  t.is(firstDay(30, Date.parse('2026-03-30T23:59:59.999Z')), '2026-03-01');
  t.is(firstDay(30, Date.parse('2026-03-31T00:00:00.000Z')), '2026-03-02');
  t.is(firstDay(365, Date.parse('2026-03-31T12:00:00.000Z')), '2025-04-01');
});

test('a chart starts with the first link, and is empty without any', (t) => {
  t.is(firstDayWithLinks([day(1, 0), day(2, 0), day(3, 0, 0, 1)]), 2);
  t.is(firstDayWithLinks([day(1, 1), day(2, 0)]), 0);
  t.is(firstDayWithLinks([day(1, 0), day(2, 0)]), -1);
  t.is(firstDayWithLinks([]), -1);
});

test('an axis names a few days', (t) => {
  const history = (days: number) =>
    Array.from({ length: days }, (_, index) => ({
      ...day(1, 1),
      day: new Date(Date.parse('2026-11-21') - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10),
    }));
  t.deepEqual(axisDays(history(30)), ['2026-10-28', '2026-11-04', '2026-11-11', '2026-11-18']);
  t.is(axisDays(history(90)).length, 6);
  t.deepEqual(axisDays(history(365)), [
    '2026-01-01',
    '2026-03-01',
    '2026-05-01',
    '2026-07-01',
    '2026-09-01',
    '2026-11-01',
  ]);
});

test('a table has the days on which something changed, the latest first', (t) => {
  const history = [day(1, 0), day(2, 1), day(3, 1), day(4, 0, 1), day(5, 0, 0), day(6, 0, 0), day(7, 0, 0, 1)];
  t.deepEqual(
    changedDays(history).map((each) => each.day.slice(-2)),
    ['07', '05', '04', '02'],
  );
  t.deepEqual(changedDays([day(1, 3), day(2, 3)]), [day(1, 3)]);
  t.deepEqual(changedDays([day(1, 0), day(2, 0)]), []);
});

test('a sentence sums up the counts and how they changed', (t) => {
  const since = (live: number) => day(1, live);
  const says = (first: ReturnType<typeof day>, last: ReturnType<typeof day>) => formatSummary(first, last, 'lost');
  t.is(
    says(since(12), day(30, 1_015, 2, 1)),
    '1,015 of 1,018 links are live, 1,003 more than on Mar 1, 2026; 2 are lost, 1 is pending.',
  );
  t.is(
    says(since(12), day(30, 12, 1_202, 1, 1_200)),
    '12 of 1,215 links are live, no change since Mar 1, 2026; 2 are lost, 1 is pending, 1,200 are not found yet.',
  );
  t.is(says(day(30, 0, 1, 0, 1), day(30, 0, 1, 0, 1)), '0 of 1 link is live; 1 is not found yet.');
  t.is(says(since(3), day(30, 1)), '1 of 1 link is live, 2 fewer than on Mar 1, 2026.');
  t.is(says(since(2), day(30, 2, 1)), '2 of 3 links are live, no change since Mar 1, 2026; 1 is lost.');
  t.is(says(since(2), day(30, 0)), 'There are no links now; 2 were live on Mar 1, 2026.');
  t.is(says(day(30, 0, 0, 1), day(30, 0, 0, 1)), '0 of 1 link is live; 1 is pending.');
});

test('saved settings come back; invalid ones are read as the default', (t) => {
  const choice = { open: true, days: 365, asTable: true } as const;
  t.deepEqual(parseChartSettings(JSON.stringify(choice)), choice);
  t.deepEqual(parseChartSettings('{"days":31,"open":"yes"}'), DEFAULT_SETTINGS);
  for (const text of [null, '{', '{"days":31}']) t.deepEqual(parseChartSettings(text), DEFAULT_SETTINGS);
  t.true(parseChartSettings('{"open":true}').open);
  t.notThrows(() => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(null)), (text) => {
        t.deepEqual(Object.keys(parseChartSettings(text)), Object.keys(DEFAULT_SETTINGS));
      }),
    );
  });
});

test('a chart is loaded again when the counts change', (t) => {
  t.true(isAffected('/api/stats/history?from=2026-03-01', ['stats'], ['l1']));
  t.false(isAffected('/api/stats/history?from=2026-03-01', ['trash'], null));
});
