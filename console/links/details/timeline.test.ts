import test from 'ava';
import type { HistoryAnswer } from '../../../query-service/contract/answers/links.ts';
import { buildTimeline, type HistoryFilter, historyRows, seenSince, shownStatuses } from './timeline.ts';

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
  t.deepEqual(seenSince(history, 'linkType'), {
    value: 'nofollow',
    since: '2026-11-03T08:00:00.000Z',
    before: 'dofollow',
  });
  t.deepEqual(seenSince(history.slice(0, 3), 'linkType'), {
    value: 'nofollow',
    since: '2026-11-03T08:00:00.000Z',
    before: null,
  });
  t.is(seenSince([found(4, null, 'pending')], 'linkType'), null);
  const change = { field: 'articleLink', from: 'a', to: 'b', fromName: null, toName: null };
  const moved: HistoryAnswer = { ...base, id: 'e3', position: 3, kind: 'edited', changes: [change] };
  t.like(seenSince([found(5, 'nofollow'), moved, found(2, 'dofollow')], 'linkType'), {
    value: 'nofollow',
    before: null,
  });
});

/** A check of a day with a result. */
function checkOf(day: number, status: 'live' | 'removed', reason: 'not-on-page' | 'page-gone' = 'not-on-page') {
  const check = seen(day * 10, `c${day}`);
  if (check.kind !== 'checked') throw new Error('not a check');
  return { ...check, actor: 'checker', verdict: { ...check.verdict, status, ...(status !== 'live' && { reason }) } };
}

const rowsOf = (history: readonly HistoryAnswer[], only: HistoryFilter | null = null) =>
  historyRows(history, shownStatuses(history), only).map((row) =>
    row.kind === 'checks' ? row.checks.map(({ id }) => id) : row.id,
  );

test('checks in a row that found nothing new are one line; what changed, and what came between, stays', (t) => {
  const edited: HistoryAnswer = { ...base, id: 'edit', position: 35, kind: 'edited', changes: [] };
  const history: HistoryAnswer[] = [
    ...[checkOf(9, 'removed', 'page-gone'), checkOf(8, 'removed'), checkOf(7, 'removed')],
    ...[checkOf(6, 'live'), checkOf(5, 'live'), checkOf(4, 'live')],
    ...[edited, checkOf(3, 'live'), checkOf(2, 'live'), checkOf(1, 'live')],
  ];
  // A single unchanged check is a line of its own, and so is the first check with another result or reason.
  t.deepEqual(rowsOf(history), ['e90', 'e80', 'e70', ['e60', 'e50', 'e40'], 'edit', ['e30', 'e20'], 'e10']);
  t.deepEqual(rowsOf(history, 'checks'), ['e90', 'e80', 'e70', ['e60', 'e50', 'e40', 'e30', 'e20'], 'e10']);
});

test('a history is limited to what people did, to changes, or to checks', (t) => {
  const moment = (position: number) => ({ ...base, id: `e${position}`, position, actor: 'checker' });
  const reason = { code: 'found-static', text: '', details: null } as const;
  const history: HistoryAnswer[] = [
    { ...moment(9), kind: 'evidence-missed', transition: 'e8', reason: 'off' },
    { ...moment(8), kind: 'status-changed', from: 'pending', to: 'live', reason },
    { ...seen(7, 'c2'), actor: 'checker' },
    { ...asked(6, 'c2') },
    { ...seen(5, 'c1'), actor: 'checker' },
    { ...asked(4, 'c1'), actor: 'scheduler' },
    { ...base, id: 'e3', position: 3, kind: 'trashed' },
  ];
  t.deepEqual(rowsOf(history), ['e8', 'e7', 'e5', 'e3']);
  t.deepEqual(rowsOf(history, 'people'), ['e7', 'e3']);
  t.deepEqual(rowsOf(history, 'changes'), ['e8', 'e3']);
  t.deepEqual(rowsOf(history, 'checks'), ['e7', 'e5']);
});
