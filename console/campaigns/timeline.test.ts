import test from 'ava';
import { isOverdue } from '../links/promotion.ts';
import { formatExpectedLinks, formatRange, progressOf } from './timeline.ts';

const MAY = { startDate: '2026-05-01', endDate: '2026-05-10' };

test('the text has both dates, one, or none', (t) => {
  t.is(formatRange(MAY), 'May 1, 2026 – May 10, 2026');
  t.is(formatRange({ ...MAY, endDate: null }), 'From May 1, 2026');
  t.is(formatRange({ ...MAY, startDate: null }), 'Until May 10, 2026');
  t.is(formatRange({ startDate: null, endDate: null }), 'No dates set');
});

test('the time that has gone counts both days', (t) => {
  t.deepEqual(progressOf(MAY, '2026-04-30'), { gone: 0, text: 'Starts in 1 day' });
  t.deepEqual(progressOf(MAY, '2026-05-01'), { gone: 0.1, text: '9 days left' });
  t.deepEqual(progressOf(MAY, '2026-05-10'), { gone: 1, text: 'Ends today' });
  t.deepEqual(progressOf(MAY, '2026-05-12'), { gone: 1, text: 'Ended 2 days ago' });
});

test('with one date there is no elapsed share, but a text', (t) => {
  t.deepEqual(progressOf({ ...MAY, endDate: null }, '2026-05-01'), { gone: null, text: 'Starts today' });
  t.deepEqual(progressOf({ ...MAY, endDate: null }, '2026-05-03'), { gone: null, text: 'Started 2 days ago' });
  t.deepEqual(progressOf({ ...MAY, startDate: null }, '2026-05-03'), { gone: null, text: '7 days left' });
  t.deepEqual(progressOf({ startDate: null, endDate: null }, '2026-05-03'), { gone: null, text: '' });
});

test('a daylight saving change adds no day', (t) => {
  t.is(progressOf({ startDate: '2026-03-01', endDate: '2026-11-30' }, '2026-03-01').text, '274 days left');
});

test('a pending link with a day is expected, and late after that day', (t) => {
  const link = (timelineDate: string | null, status: 'pending' | 'live' = 'pending') => ({ timelineDate, status });
  t.true(isOverdue(link('2026-05-02'), '2026-05-03'));
  t.false(isOverdue(link('2026-05-03'), '2026-05-03'));
  t.false(isOverdue(link('2026-05-02', 'live'), '2026-05-03'));
  t.is(formatExpectedLinks([link(null), link('2026-05-01', 'live')], '2026-05-03'), '');
  t.is(
    formatExpectedLinks([link('2026-05-09'), link('2026-05-04')], '2026-05-03'),
    '2 links expected, next on May 4, 2026',
  );
  t.is(
    formatExpectedLinks([link('2026-05-01'), link('2026-05-04')], '2026-05-03'),
    '1 link expected, next on May 4, 2026 · 1 late',
  );
  t.is(formatExpectedLinks([link('2026-05-01')], '2026-05-03'), '1 late');
});
