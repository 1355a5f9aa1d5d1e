import test from 'ava';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import {
  documentAfter,
  EventBuilder,
  joinedTeam,
  judgedAgain,
  linkAdded,
  linkChecked,
  linkEdited,
  linkMoved,
  linkPlaced,
  statusChanged,
  teamCreated,
} from '../../../infra/testing/event-builder.ts';
import { type AlertDoc, alerts } from './alerts.ts';

type Given = Parameters<EventBuilder['add']>[0];
const LIVE = { status: 'live', reason: 'found-static' } as const;

/** The document after events, each given with its day: '2026-03-01'. */
function after(id: string, ...given: readonly (readonly [day: string, event: Given])[]): AlertDoc | null {
  const events = new EventBuilder();
  for (const [day, event] of given) events.add(event, { at: `${day}T10:00:00.000Z` });
  return documentAfter(alerts, id, events.all);
}
const kinds = (doc: AlertDoc | null) => doc?.alerts.map(({ what }) => what.kind);
const rows = (doc: AlertDoc | null) =>
  doc === null ? [] : (alerts.counters?.increments(doc) ?? []).map(({ labels }) => [labels.audience, labels.type]);

const expiryNoticed = (expirationDate: string, daysLeft: 7 | 1): Given => ({
  type: 'LinkExpiryNoticed',
  stream: 'notice-l1',
  data: { linkId: 'l1', expirationDate, daysLeft },
});
const uncheckedNoticed = (lastChecked: string): Given => ({
  type: 'LinkUncheckedNoticed',
  stream: 'notice-l1',
  data: { linkId: 'l1', lastChecked },
});

/** Added on 1 March for 30 days and found live at once, so it ends on 31 March. */
const live = [
  ['2026-03-01', linkAdded('l1', { scope: 'team:t1' })],
  ['2026-03-01', linkChecked('l1', 'c1', LIVE)],
  ['2026-03-01', statusChanged('l1', 'pending', 'live', 'found-static')],
] as const;

test('a new link going live raises no alert; its loss and its return do', (t) => {
  t.deepEqual(rows(after('l1', ...live)), []);
  const gone = [...live, ['2026-03-09', statusChanged('l1', 'live', 'removed', 'not-on-page')]] as const;
  t.deepEqual(rows(after('l1', ...gone)), [['team:t1', 'removed']]);
  const back = [...gone, ['2026-03-10', statusChanged('l1', 'removed', 'live', 'found-static')]] as const;
  t.deepEqual(rows(after('l1', ...back)), [
    ['team:t1', 'removed'],
    ['team:t1', 'status'],
  ]);
});

test('a link that a person called somebody else’s is missing in later alerts, not removed', (t) => {
  const notOurs = [
    ...live,
    ['2026-03-02', statusChanged('l1', 'live', 'removed', 'corrected-not-ours')],
    ['2026-03-05', statusChanged('l1', 'removed', 'pending', 'blocked')],
    ['2026-03-06', statusChanged('l1', 'pending', 'removed', 'not-on-page')],
  ] as const;
  const all = after('l1', ...notOurs)?.alerts.map(({ what }) => (what.kind === 'status-changed' ? what.wasLive : null));
  t.is(all?.at(-1), false);
});

test('an awaited link raises an alert when it appears, and a new link when it is missing, but not as removed', (t) => {
  const waited = [
    ['2026-03-01', linkAdded('l1')],
    ['2026-03-09', statusChanged('l1', 'pending', 'live', 'found-static')],
  ] as const;
  t.deepEqual(rows(after('l1', ...waited)), [['user:ann', 'status']]);
  const never = [
    ['2026-03-01', linkAdded('l1')],
    ['2026-03-01', statusChanged('l1', 'pending', 'removed', 'page-gone')],
  ] as const;
  t.deepEqual(rows(after('l1', ...never)), [['user:ann', 'unfound']]);
  const again = [
    ...never,
    ['2026-03-02', statusChanged('l1', 'removed', 'pending', 'blocked')],
    ['2026-03-03', statusChanged('l1', 'pending', 'removed', 'page-gone')],
  ] as const;
  t.deepEqual(rows(after('l1', ...again)).at(-1), ['user:ann', 'status'], 'only the first result counts with others');
  const shownTo = (day: string) => {
    const doc = after(
      'l1',
      ['2026-03-01', linkAdded('l1')],
      [day, statusChanged('l1', 'pending', 'removed', 'page-gone')],
    );
    return doc === null ? [] : alerts.counters?.increments(doc).map(({ labels }) => labels.userId);
  };
  t.deepEqual(shownTo('2026-03-01'), ['ann'], 'its author saw the result');
  t.deepEqual(shownTo('2026-03-09'), [''], 'a check days later is new to everybody');
});

test('a status reset by new addresses raises no alert', (t) => {
  const edit = linkEdited('l1', {
    articleLink: { from: 'https://blog.example/post', to: 'https://blog.example/moved' },
  });
  const given = [
    ...live,
    ['2026-03-09', edit],
    ['2026-03-09', statusChanged('l1', 'live', 'pending', 'address-changed')],
    ['2026-03-09', statusChanged('l1', 'pending', 'live', 'found-static')],
  ] as const;
  t.deepEqual(rows(after('l1', ...given)), []);
});

test('a moved link takes its alerts along; a link in the trash shows no alerts, and a purge removes them', (t) => {
  const gone = [...live, ['2026-03-09', statusChanged('l1', 'live', 'removed', 'not-on-page')]] as const;
  const moved = [...gone, ['2026-03-10', linkMoved('l1', 'team:t1', 'user:bob')]] as const;
  t.deepEqual(rows(after('l1', ...moved)), [['user:bob', 'removed']]);
  const trashed = [...gone, ['2026-03-10', linkPlaced('LinkTrashed', 'l1')]] as const;
  t.deepEqual(rows(after('l1', ...trashed)), []);
  t.deepEqual(rows(after('l1', ...trashed, ['2026-03-11', linkPlaced('LinkRestored', 'l1')])), [
    ['team:t1', 'removed'],
  ]);
  t.is(after('l1', ...trashed, ['2026-03-11', linkPlaced('LinkPurged', 'l1')]), null);
});

test('an expiry raises two alerts, and new ones if it is postponed', (t) => {
  t.is(after('l1', ...live)?.expiry, '7 2026-03-31');
  const week = [...live, ['2026-03-24', expiryNoticed('2026-03-31', 7)]] as const;
  t.is(after('l1', ...week)?.expiry, '1 2026-03-31');
  t.deepEqual(kinds(after('l1', ...week)), ['expires']);
  const both = [...week, ['2026-03-30', expiryNoticed('2026-03-31', 1)]] as const;
  t.is(after('l1', ...both)?.expiry, null);
  const longer = linkEdited('l1', { duration: { from: '30 days', to: '60 days' } });
  t.is(after('l1', ...both, ['2026-03-30', longer])?.expiry, '7 2026-04-30');
  const put = [...live, ['2026-03-20', longer], ['2026-03-24', expiryNoticed('2026-03-31', 7)]] as const;
  t.deepEqual(kinds(after('l1', ...put)), [], 'the former end');
  t.is(after('l1', ...live, ['2026-03-20', linkPlaced('LinkTrashed', 'l1')])?.expiry, null);
});

test('a live link waits for a check until an unchecked notice', (t) => {
  const checkedAt = '2026-03-01T10:00:00.000Z';
  t.is(after('l1', ...live)?.checkedDay, '2026-03-01');
  const said = [...live, ['2026-03-16', uncheckedNoticed(checkedAt)]] as const;
  t.is(after('l1', ...said)?.checkedDay, null);
  t.deepEqual(kinds(after('l1', ...said)), ['unchecked']);
  t.is(after('l1', ...said, ['2026-03-17', linkChecked('l1', 'c2', LIVE)])?.checkedDay, '2026-03-17');
  const gone = [...live, ['2026-03-09', statusChanged('l1', 'live', 'removed', 'not-on-page')]] as const;
  t.is(after('l1', ...gone)?.checkedDay, null);
});

test('a link keeps its five newest alerts of the last 90 days', (t) => {
  const flapping = Array.from({ length: 12 }, (_, day): [string, Given] => [
    `2026-03-${String(day + 10)}`,
    day % 2 === 0
      ? statusChanged('l1', 'live', 'removed', 'not-on-page')
      : statusChanged('l1', 'removed', 'live', 'found-static'),
  ]);
  const doc = after('l1', ...live, ...flapping);
  t.deepEqual(
    doc?.alerts.map(({ at }) => at.slice(0, 10)),
    ['2026-03-17', '2026-03-18', '2026-03-19', '2026-03-20', '2026-03-21'],
  );
  const later = after('l1', ...live, ...flapping, [
    '2026-12-01',
    statusChanged('l1', 'live', 'removed', 'not-on-page'),
  ]);
  t.is(later?.alerts.length, 1);
});

test("a member's alert ends when they leave or the team is deleted", (t) => {
  const team = [
    ['2026-03-01', teamCreated('t1', 'ann')],
    ['2026-03-02', joinedTeam('t1', 'bob')],
    ['2026-03-03', joinedTeam('t1', 'cleo')],
  ] as const;
  const doc = after('team:t1', ...team);
  t.deepEqual(rows(doc), [
    ['team:t1', 'team'],
    ['team:t1', 'team'],
  ]);
  const left: Given = { type: 'MemberLeft', stream: 'team-t1', data: { teamId: 't1', userId: 'bob' } };
  t.deepEqual(
    after('team:t1', ...team, ['2026-03-04', left])?.alerts.map(({ what }) => what),
    [{ kind: 'joined', userId: 'cleo' }],
  );
  const deleted: Given = {
    type: 'TeamDeleted',
    stream: 'team-t1',
    data: { teamId: 't1', ownerId: 'ann', memberIds: [], invitationIds: [] },
  };
  t.is(after('team:t1', ...team, ['2026-03-04', deleted]), null);
});

test('a finished run alerts its scope, a stalled checker alerts everybody', (t) => {
  const counts = { done: 3, live: 2, removed: 1, pending: 0 };
  const finished: LinkledgerEvent & { stream: string } = {
    type: 'StatusCheckFinished',
    stream: 'statuscheck-r1',
    data: { runId: 'r1', scope: 'team:t1', outcome: 'whole', ...counts },
  };
  t.deepEqual(rows(after('team:t1', ['2026-03-01', finished])), [['team:t1', 'system']]);
  const silent: Given = { type: 'CheckerFellSilent', stream: 'silence-checker', data: { hours: 26 } };
  const resumed: Given = { type: 'CheckerResumed', stream: 'silence-checker', data: {} };
  t.deepEqual(kinds(after('everybody', ['2026-03-01', silent], ['2026-03-02', resumed])), ['silent', 'resumed']);
});

test('a new warning about a live link raises an alert; a repeated warning or a lost link’s warning does not', (t) => {
  const warned = (checkId: string, ...codes: ('hidden' | 'noindex')[]) =>
    linkChecked('l1', checkId, { ...LIVE, warnings: codes.map((code) => ({ code, evidence: 'x' })) });
  const one = [...live, ['2026-03-05', warned('c2', 'hidden')]] as const;
  t.deepEqual(rows(after('l1', ...one)), [['team:t1', 'warning']]);
  const two = [
    ...one,
    ['2026-03-06', warned('c3', 'hidden', 'noindex')],
    ['2026-03-07', warned('c4', 'noindex')],
  ] as const;
  const doc = after('l1', ...two);
  t.deepEqual(
    doc?.alerts.map(({ what }) => (what.kind === 'warned' ? what.warnings.map(({ code }) => code) : [])),
    [['hidden'], ['noindex']],
  );
  const lost = linkChecked('l1', 'c2', {
    status: 'removed',
    reason: 'not-on-page',
    warnings: [{ code: 'noindex', evidence: 'x' }],
  });
  t.deepEqual(rows(after('l1', ...live, ['2026-03-05', lost])), []);
});

test('judging past checks again raises no alert, and its warnings no longer count as new', (t) => {
  const warnings = [{ code: 'noindex', evidence: 'it says so' }] as const;
  const change = { linkId: 'l1', from: 'live', to: 'removed', reason: 'not-on-page', judgingId: 'j1' } as const;
  const gone: Given = { type: 'LinkStatusChanged', stream: 'check-l1', data: change };
  t.deepEqual(rows(after('l1', ...live, ['2026-03-09', gone])), []);
  const warned = [...live, ['2026-03-09', judgedAgain('l1', 'c1', 'live', { status: 'live', warnings })]] as const;
  t.deepEqual(rows(after('l1', ...warned, ['2026-03-10', linkChecked('l1', 'c2', { ...LIVE, warnings })])), []);
});
