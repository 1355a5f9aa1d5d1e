import test from 'ava';
import type { HistoryAnswer } from '../../query-service/queries.ts';
import { timelineOf } from './history.ts';

const base = { at: '2026-11-21T08:00:00.000Z', actor: 'u1', actorName: 'Ada' };
const asked = (position: number, checkId: string): HistoryAnswer => ({
  ...base,
  id: `e${position}`,
  position,
  kind: 'check-requested',
  checkId,
  reason: 'manual',
});
const seen = (position: number, checkId: string): HistoryAnswer => ({
  ...base,
  id: `e${position}`,
  position,
  kind: 'checked',
  checkId,
  reasonText: '',
  verdict: {
    status: 'live',
    reason: 'found-static',
    anchor: null,
    linkType: null,
    linkTypeCause: null,
    ruleVersion: 1,
  },
  observation: { visits: [], browserSkipped: null },
});

test('a request and its outcome are one entry, at the outcome’s place', (t) => {
  const timeline = timelineOf([{ ...base, id: 'e4', position: 4, kind: 'trashed' }, seen(3, 'c1'), asked(2, 'c1')]);
  t.deepEqual(
    timeline.map(({ id }) => id),
    ['e4', 'e3'],
  );
  const [, check] = timeline;
  t.true(check?.kind === 'check' && check.asked?.id === 'e2' && check.seen?.id === 'e3');
});

test('a request without an outcome is a check under way', (t) => {
  const [check] = timelineOf([asked(5, 'c2'), seen(3, 'c1')]);
  t.true(check?.kind === 'check' && check.seen === null && check.asked?.checkId === 'c2');
});

test('an outcome whose request is not in the history still shows', (t) => {
  const [check] = timelineOf([seen(3, 'c1')]);
  t.true(check?.kind === 'check' && check.asked === null);
});
