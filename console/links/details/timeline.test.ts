import test from 'ava';
import type { HistoryAnswer } from '../../../query-service/contract/answers/links.ts';
import { buildTimeline, shownStatuses, typeSince } from './timeline.ts';

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
  warnings: [],
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

test('a request and its result are one entry, in the place of the result', (t) => {
  const timeline = buildTimeline([{ ...base, id: 'e4', position: 4, kind: 'trashed' }, seen(3, 'c1'), asked(2, 'c1')]);
  t.deepEqual(
    timeline.map(({ id }) => id),
    ['e4', 'e3'],
  );
  const [, check] = timeline;
  t.true(check?.kind === 'check' && check.asked?.id === 'e2' && check.seen?.id === 'e3');
});

test('a request without a result is a check in progress', (t) => {
  const [check] = buildTimeline([asked(5, 'c2'), seen(3, 'c1')]);
  t.true(check?.kind === 'check' && check.seen === null && check.asked?.checkId === 'c2');
});

test('a result without its request is shown', (t) => {
  const [check] = buildTimeline([seen(3, 'c1')]);
  t.true(check?.kind === 'check' && check.asked === null);
});

test('a scheduled check that a person requested too is one entry, attributed to the person', (t) => {
  const twice = [asked(6, 'c3'), { ...asked(5, 'c3'), reason: 'scheduled' } as HistoryAnswer];
  const [open, ...others] = buildTimeline(twice);
  t.true(open?.kind === 'check' && open.seen === null && open.asked?.reason === 'manual');
  t.is(others.length, 0);
  const [done, ...rest] = buildTimeline([seen(7, 'c3'), ...twice]);
  t.true(done?.kind === 'check' && done.seen !== null && done.asked?.reason === 'manual');
  t.is(rest.length, 0);
});

test('a link that was missed before it was ever live was not found yet, afterwards it was removed', (t) => {
  const added: HistoryAnswer = {
    ...base,
    id: 'e1',
    position: 1,
    kind: 'added',
    articleLink: '',
    clientLink: '',
    duration: '',
  };
  const missed = (position: number): HistoryAnswer => {
    const entry = seen(position, `c${position}`);
    return entry.kind === 'checked' ? { ...entry, verdict: { ...entry.verdict, status: 'removed' } } : entry;
  };
  const whole = [missed(4), seen(3, 'c3'), missed(2), added];
  t.deepEqual([...shownStatuses(whole).values()], ['not-found', 'live', 'removed']);
  t.deepEqual(
    [...shownStatuses(whole.slice(0, -1)).values()],
    ['removed', 'live', 'removed'],
    'older entries are missing',
  );
});

test('the type of a link is known since the first check that saw it, with the type before', (t) => {
  const found = (day: number, linkType: 'dofollow' | 'nofollow' | null, status: 'live' | 'pending' = 'live') => {
    const check = seen(day, `c${day}`);
    if (check.kind !== 'checked') throw new Error('not a check');
    return { ...check, at: `2026-11-0${day}T08:00:00.000Z`, verdict: { ...check.verdict, linkType, status } };
  };
  const history = [found(5, 'nofollow'), found(4, null, 'pending'), found(3, 'nofollow'), found(2, 'dofollow')];
  t.deepEqual(typeSince(history), { type: 'nofollow', since: '2026-11-03T08:00:00.000Z', before: 'dofollow' });
  t.deepEqual(typeSince(history.slice(0, 3)), { type: 'nofollow', since: '2026-11-03T08:00:00.000Z', before: null });
  t.is(typeSince([found(4, null, 'pending')]), null);
  const change = { field: 'articleLink', from: 'a', to: 'b', fromName: null, toName: null };
  const moved: HistoryAnswer = { ...base, id: 'e3', position: 3, kind: 'edited', changes: [change] };
  t.like(typeSince([found(5, 'nofollow'), moved, found(2, 'dofollow')]), { type: 'nofollow', before: null });
});
