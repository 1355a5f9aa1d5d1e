import test from 'ava';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { FREE_CHECK_SCHEDULE } from '../../command-service/contract/plans.ts';
import { type LastCheck, nextCheckAfter, spreadOf } from './next-check.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const AT = '2027-01-01T00:00:00.000Z';

const live: LastCheck = { at: AT, status: 'live', code: 'found-static', lastClaim: 'live', retries: 0 };
const gone: LastCheck = { ...live, status: 'removed', code: 'not-on-page', lastClaim: 'removed' };
const lost: LastCheck = { ...gone, lastClaim: 'live' };
const unread: LastCheck = { ...live, status: 'pending', code: 'timeout' };

/** The pause until the next check in milliseconds, and its reason. */
function next(checked: LastCheck, linkId = 'l1'): [pause: number, reason: string] {
  const { at, reason } = nextCheckAfter(linkId, checked, FREE_CHECK_SCHEDULE);
  return [Date.parse(at) - Date.parse(AT), reason];
}

function isBetween(from: number, to: number, value: number): boolean {
  return from <= value && value <= to;
}

test('a live link and a removed link are checked again within 14 days', (t) => {
  for (const checked of [live, gone]) {
    const [pause, reason] = next(checked);
    t.is(reason, 'scheduled');
    t.true(isBetween(13 * DAY, 14 * DAY, pause));
  }
});

test('an unreadable page gets three retries with growing pauses, then its regular schedule', (t) => {
  const pauses = [0, 1, 2, 3].map((retries) => next({ ...unread, retries }));
  t.deepEqual(
    pauses.map(([, reason]) => reason),
    ['retry', 'retry', 'retry', 'scheduled'],
  );
  const limits = [
    [15 * MINUTE, 18 * MINUTE],
    [HOUR, 72 * MINUTE],
    [6 * HOUR, 7.2 * HOUR],
    [13 * DAY, 14 * DAY],
  ] as const;
  for (const [index, [from, to]] of limits.entries()) t.true(isBetween(from, to, pauses[index]?.[0] ?? -1));
});

test('a failure that a retry cannot change is not retried', (t) => {
  for (const code of ['address-not-allowed', 'too-large'] as const) t.is(next({ ...unread, code })[1], 'scheduled');
});

test('an unconfirmed loss is checked again after ten minutes or more', (t) => {
  fc.assert(
    fc.property(fc.string(), (linkId) => {
      const [pause, reason] = next(lost, linkId);
      t.is(reason, 'confirm');
      t.true(isBetween(10 * MINUTE, 15 * MINUTE, pause));
    }),
  );
});

test('ten thousand links checked at once spread: at most thirty come due in any minute', (t) => {
  for (const idOf of [(index: number) => `link-${index}`, () => uuidv7()]) {
    const minutes = new Map<number, number>();
    for (let index = 0; index < 10_000; index += 1) {
      const minute = Math.floor(next(live, idOf(index))[0] / MINUTE);
      minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
    }
    t.true(Math.max(...minutes.values()) <= 30);
    t.true(minutes.size > 1_300);
  }
});

test('the offset of a link in its window never changes', (t) => {
  t.deepEqual(
    ['', 'l1', 'l2', '0198c0de-0000-7000-8000-000000000001'].map(spreadOf),
    [0.6689221884589642, 0.25164086231961846, 0.3539878032170236, 0.30589337297715247],
  );
  fc.assert(fc.property(fc.string(), (id) => t.true(isBetween(0, 1 - Number.EPSILON, spreadOf(id)))));
});
