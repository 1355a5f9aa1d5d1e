import test from 'ava';
import fc from 'fast-check';
import { Problem } from '../../infra/http/request/problem.ts';
import { memoryViews } from '../../infra/testing/apps/memory-engine.ts';
import { EventBuilder, linkAdded, recordingLog } from '../../infra/testing/event-builder.ts';
import { commitEvents } from '../../projections/runner/commit.ts';
import { ledger } from '../../projections/views/ledger/ledger.ts';
import { moments } from '../../projections/views/ledger/moments.ts';
import { firstDay, momentOf } from './moment.ts';

const NOW = new Date('2026-06-01T12:00:00.000Z');

async function recordedAt(...times: readonly string[]) {
  const events = new EventBuilder();
  for (const [index, at] of times.entries()) events.add(linkAdded(`l${index}`), { at });
  const reads = memoryViews([ledger, moments]);
  const logger = recordingLog();
  if (times.length > 0)
    for (const view of [ledger, moments]) await commitEvents(view, { reads, logger }, 0, events.all);
  return reads;
}

test('an instant means the last position with its second or an earlier one, in any order of the clocks', async (t) => {
  const time = fc
    .date({ min: new Date('2026-02-27T22:00:00Z'), max: new Date('2026-03-02T02:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString());
  await fc.assert(
    fc.asyncProperty(fc.array(time, { maxLength: 40 }), fc.array(time, { minLength: 1 }), async (times, asked) => {
      const reads = await recordedAt(...times);
      for (const at of [...asked, ...times]) {
        const second = at.slice(0, 19);
        const expected = times.findLastIndex((each) => each.slice(0, 19) <= second) + 1;
        t.deepEqual(await momentOf(reads, at, NOW), { position: expected, at });
      }
    }),
  );
});

test('a day means its end in UTC, today means now, and an instant may name its own offset', async (t) => {
  const reads = await recordedAt('2026-03-01T23:59:59.500Z', '2026-03-02T00:00:00.000Z', '2026-06-01T11:00:00.000Z');
  t.deepEqual(await momentOf(reads, '2026-03-01', NOW), { position: 1, at: '2026-03-01T23:59:59.999Z' });
  t.deepEqual(await momentOf(reads, '2026-06-01', NOW), { position: 3, at: NOW.toISOString() });
  t.deepEqual(await momentOf(reads, '2026-06-02', NOW), { position: 3, at: NOW.toISOString() }, 'today in Kiribati');
  const tokyo = await momentOf(reads, '2026-03-02T09:00:00+09:00', NOW);
  t.deepEqual(tokyo, { position: 2, at: '2026-03-02T00:00:00.000Z' });
  t.deepEqual(await momentOf(reads, '2025-01-01', NOW), { position: 0, at: '2025-01-01T23:59:59.999Z' });
  t.deepEqual(await momentOf(reads, '2', NOW), { position: 2, at: '2026-03-02T00:00:00.000Z' });
  t.is(await firstDay(reads), '2026-03-01');
  t.is(await firstDay(await recordedAt()), null);
});

test('nonsense, the future and positions that never existed are refused with advice', async (t) => {
  const reads = await recordedAt('2026-03-01T10:00:00.000Z');
  const refused: readonly (readonly [string, RegExp])[] = [
    ...['yesterday', '2026-3-1', '2026-02-30', '2026-13-01', '31.03.2026', '2026-03-01T25:00:00Z', '-1', '1.5'].map(
      (asOf) => [asOf, /asOf must be a day such as/] as const,
    ),
    ['2026-03-01T10:00:00', /asOf must be a day such as/],
    ['2026-06-03', /is in the future/],
    ['2026-06-01T12:00:01Z', /is in the future/],
    ['2', /no event there/],
    ['0', /no event there/],
    ['999999999999999', /no event there/],
  ];
  for (const [asOf, message] of refused) {
    const error = await t.throwsAsync(momentOf(reads, asOf, NOW), { instanceOf: Problem }, asOf);
    t.is(error?.status, 400);
    t.regex(error?.fields?.asOf ?? '', message, asOf);
  }
});
