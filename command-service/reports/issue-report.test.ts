import test from 'ava';
import { InputError } from '../contract/schema/parse.ts';
import { periodOfIssue } from './issue-report.ts';

const UTC = { timeZone: 'UTC', monthStart: 1 };
const berlin = { timeZone: 'Europe/Berlin', monthStart: 15 };
const at = (instant: string) => new Date(instant);

test('an issue is about the last period that has ended, in the calendar of its list', (t) => {
  const now = at('2026-03-10T12:00:00Z');
  t.like(periodOfIssue('month', UTC, {}, now), { from: '2026-02-01', to: '2026-02-28' });
  t.like(periodOfIssue('quarter', UTC, {}, now), { from: '2025-10-01', to: '2025-12-31' });
  t.like(periodOfIssue('week', UTC, {}, now), { from: '2026-03-02', to: '2026-03-08' });
  t.like(periodOfIssue('month', berlin, {}, now), { from: '2026-01-15', to: '2026-02-14' });
  // In Berlin, the 15th has begun.
  const midnight = at('2026-03-14T23:30:00Z');
  t.like(periodOfIssue('month', berlin, {}, midnight), { from: '2026-02-15', to: '2026-03-14' });
});

test('days that are named count from their first to their last instant, across a change of the clock', (t) => {
  const period = periodOfIssue('own', berlin, { from: '2026-03-29', to: '2026-03-29' }, at('2026-04-10T12:00:00Z'));
  t.like(period, { start: '2026-03-28T23:00:00.000Z', end: '2026-03-29T22:00:00.000Z' });
});

test('days that have not ended, are in the wrong order or are missing are refused beside their field', (t) => {
  const now = at('2026-03-10T12:00:00Z');
  const refused = (days: object) =>
    Object.keys(t.throws(() => periodOfIssue('own', UTC, days, now), { instanceOf: InputError })?.fields ?? {});
  t.deepEqual(refused({ from: '2026-03-01', to: '2026-03-10' }), ['to'], 'today');
  t.deepEqual(refused({ from: '2026-04-01', to: '2026-04-02' }), ['to'], 'the future');
  t.deepEqual(refused({ from: '2026-03-05', to: '2026-03-01' }), ['to']);
  t.deepEqual(refused({ to: '2026-03-01' }), ['from']);
  t.deepEqual(refused({}), ['from']);
});
