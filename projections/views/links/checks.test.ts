import test from 'ava';
import {
  checkRequested,
  documentAfter,
  EventBuilder,
  judgedAgain,
  linkAdded,
  linkChecked,
  linkEdited,
  linkPlaced,
  statusChanged,
} from '../../../infra/testing/event-builder.ts';
import { checks } from './checks.ts';

const LIVE = { status: 'live', reason: 'found-static' } as const;
const MISSED = { status: 'removed', reason: 'not-on-page' } as const;
const UNREAD = { status: 'pending', reason: 'timeout' } as const;
const A = 'https://blog.example/post';
const B = 'https://blog.example/moved';

function state(given: Parameters<EventBuilder['add']>[0][]) {
  const events = new EventBuilder();
  for (const event of given) events.add(event);
  const doc = documentAfter(checks, 'l1', events.all);
  return doc === null
    ? null
    : { state: doc.state, checkId: doc.checkId, reason: doc.reason, articleLink: doc.articleLink };
}

const toB = linkEdited('l1', { articleLink: { from: A, to: B } });
const toA = linkEdited('l1', { articleLink: { from: B, to: A } });

test('a link added just before a crash needs a check', (t) => {
  t.deepEqual(state([linkAdded('l1')]), { state: 'wanted', checkId: null, reason: 'added', articleLink: A });
});

test('a requested check is open until its report is recorded', (t) => {
  const open = [linkAdded('l1'), checkRequested('l1', 'c1')];
  t.deepEqual(state(open), { state: 'open', checkId: 'c1', reason: 'added', articleLink: A });
  t.is(state([...open, linkChecked('l1', 'c1', LIVE)])?.state, 'done');
});

test('new addresses need a check even while a check of the old addresses is open', (t) => {
  const edited = [linkAdded('l1'), checkRequested('l1', 'c1'), toB];
  t.deepEqual(state(edited), { state: 'wanted', checkId: null, reason: 'edited', articleLink: B });
  const requested = [...edited, checkRequested('l1', 'c2', { articleLink: B })];
  t.deepEqual(state(requested), { state: 'open', checkId: 'c2', reason: 'added', articleLink: B });
});

test('a late result of the old addresses leaves the open check open', (t) => {
  const given = [linkAdded('l1'), checkRequested('l1', 'c1'), toB, checkRequested('l1', 'c2', { articleLink: B })];
  t.is(state([...given, linkChecked('l1', 'c1', LIVE)])?.state, 'open');
  t.is(state([...given, linkChecked('l1', 'c2', LIVE), linkChecked('l1', 'c1', LIVE)])?.state, 'done');
});

test('a check requested with outdated addresses leaves the new addresses unchecked', (t) => {
  t.is(state([linkAdded('l1'), toB, checkRequested('l1', 'c1', { articleLink: A })])?.state, 'wanted');
});

test('addresses changed back rejoin their open check', (t) => {
  const given = [linkAdded('l1'), checkRequested('l1', 'c1'), toB, toA];
  t.deepEqual(state(given), { state: 'open', checkId: 'c1', reason: 'added', articleLink: A });
  t.is(state([...given, linkChecked('l1', 'c1', LIVE)])?.state, 'done');
});

test('editing other fields requests no check', (t) => {
  const remarks = linkEdited('l1', { remarks: { from: null, to: 'paid' } });
  t.is(state([linkAdded('l1'), checkRequested('l1', 'c1'), linkChecked('l1', 'c1', LIVE), remarks])?.state, 'done');
});

test('a link in the trash keeps its open check and a purged one has none', (t) => {
  const events = new EventBuilder();
  for (const event of [linkAdded('l1'), checkRequested('l1', 'c1'), linkPlaced('LinkTrashed', 'l1')]) events.add(event);
  const trashed = documentAfter(checks, 'l1', events.all);
  t.is(trashed?.state, 'open');
  t.is(trashed?.place, 'trash');
  events.add(linkPlaced('LinkPurged', 'l1'));
  t.is(documentAfter(checks, 'l1', events.all), null);
  events.add(linkChecked('l1', 'c1', LIVE));
  t.is(documentAfter(checks, 'l1', events.all), null);
});

/** The next due check, in whole minutes after the common time of all events in these tests; null if none is due. */
function due(given: readonly Parameters<EventBuilder['add']>[0][]) {
  const events = new EventBuilder();
  let at = '';
  for (const event of given) at = events.add(event).metadata.at;
  const doc = documentAfter(checks, 'l1', events.all);
  if (doc === null || doc.nextDueAt === null) return null;
  return [doc.nextReason, Math.floor((Date.parse(doc.nextDueAt) - Date.parse(at)) / 60_000)];
}

const again = (checkId: string, reason: 'scheduled' | 'retry' | 'confirm' | 'manual') =>
  checkRequested('l1', checkId, { reason });
const live = [
  linkAdded('l1'),
  checkRequested('l1', 'c1'),
  linkChecked('l1', 'c1', LIVE),
  statusChanged('l1', 'pending', 'live', 'found-static'),
];
const regular = ['scheduled', 19_201];
const retried = (checkId: string) => [again(checkId, 'retry'), linkChecked('l1', checkId, UNREAD)];

test('a needed check is due at once; an open check blocks the next', (t) => {
  t.deepEqual(due([linkAdded('l1')]), ['added', 0]);
  t.is(due([linkAdded('l1'), checkRequested('l1', 'c1')]), null);
  t.deepEqual(due(live), regular);
  t.deepEqual(due([...live, toB]), ['edited', 0]);
});

test('an unreadable page gets three retries, and three more after its next regular check', (t) => {
  const unread = [...live, again('c2', 'scheduled'), linkChecked('l1', 'c2', UNREAD)];
  const lost = [...unread, statusChanged('l1', 'live', 'pending', 'timeout')];
  t.deepEqual(due(lost), ['retry', 16]);
  t.deepEqual(due([...lost, ...retried('c3')]), ['retry', 67]);
  t.deepEqual(due([...lost, ...retried('c3'), ...retried('c4')]), ['retry', 407]);
  const given = [...lost, ...retried('c3'), ...retried('c4'), ...retried('c5')];
  t.deepEqual(due(given), regular);
  t.deepEqual(due([...given, again('c6', 'manual'), linkChecked('l1', 'c6', UNREAD)]), ['retry', 16]);
});

test('a loss stays due for confirmation until the status changes', (t) => {
  const missed = [...live, again('c2', 'scheduled'), linkChecked('l1', 'c2', MISSED)];
  t.deepEqual(due(missed), ['confirm', 13]);
  const confirmed = [...missed, again('c3', 'confirm'), linkChecked('l1', 'c3', MISSED)];
  t.deepEqual(due([...confirmed, statusChanged('l1', 'live', 'removed', 'not-on-page')]), regular);
});

test('a recheck by a person ends the confirmation, whatever it finds', (t) => {
  const missed = [...live, again('c2', 'scheduled'), linkChecked('l1', 'c2', MISSED), again('c3', 'manual')];
  t.is(due(missed), null);
  t.deepEqual(due([...missed, linkChecked('l1', 'c3', LIVE)]), regular);
  const decided = [linkChecked('l1', 'c3', MISSED), statusChanged('l1', 'live', 'removed', 'not-on-page')];
  t.deepEqual(due([...missed, ...decided]), regular);
});

test('an unreadable confirmation is retried, and its retries add to the count', (t) => {
  const missed = [...live, again('c2', 'scheduled'), linkChecked('l1', 'c2', MISSED)];
  const unread = [linkChecked('l1', 'c3', UNREAD), statusChanged('l1', 'live', 'pending', 'timeout')];
  const given = [...missed, again('c3', 'confirm'), ...unread];
  t.deepEqual(due(given), ['retry', 16]);
  const missedAgain = [...given, again('c4', 'retry'), linkChecked('l1', 'c4', MISSED)];
  t.deepEqual(due(missedAgain), ['confirm', 13]);
  t.deepEqual(due([...missedAgain, again('c5', 'confirm'), linkChecked('l1', 'c5', UNREAD)]), ['retry', 67]);
});

test('nothing is due in the trash; a restored link is due as before', (t) => {
  const missed = [...live, again('c2', 'scheduled'), linkChecked('l1', 'c2', MISSED)];
  for (const given of [[linkAdded('l1')], live, missed]) {
    const trashed = [...given, linkPlaced('LinkTrashed', 'l1')];
    t.is(due(trashed), null);
    t.deepEqual(due([...trashed, linkPlaced('LinkRestored', 'l1')]), due(given));
  }
});

test('a check recorded in the trash makes nothing due until the link is restored', (t) => {
  const given = [linkAdded('l1'), checkRequested('l1', 'c1'), linkPlaced('LinkTrashed', 'l1')];
  t.is(due([...given, linkChecked('l1', 'c1', UNREAD)]), null);
  t.deepEqual(due([...given, linkChecked('l1', 'c1', UNREAD), linkPlaced('LinkRestored', 'l1')]), ['retry', 16]);
  t.is(due([...given, linkPlaced('LinkRestored', 'l1')]), null);
});

const timetableSet = (everyDays: number, retries: number) =>
  ({ type: 'CheckTimetableSet', stream: 'check-l1', data: { linkId: 'l1', everyDays, retries } }) as const;

test('a new check schedule moves the next check at once', (t) => {
  t.deepEqual(due([...live, timetableSet(7, 3)]), ['scheduled', 9_600]);
  t.deepEqual(due([...live, timetableSet(7, 3), timetableSet(1, 3)]), ['scheduled', 1_371]);
  const asked = again('c2', 'manual');
  const daily = { ...asked, data: { ...asked.data, timetable: { everyDays: 1, retries: 0 } } };
  const given = [...live, timetableSet(7, 3), daily];
  t.deepEqual(due([...given, linkChecked('l1', 'c2', LIVE)]), ['scheduled', 1_371]);
  t.deepEqual(due([...given, linkChecked('l1', 'c2', UNREAD)]), ['scheduled', 1_371]);
  t.deepEqual(due([...given, linkChecked('l1', 'c2', UNREAD), timetableSet(1, 1)]), ['retry', 16]);
});

test('up to ten retries follow with growing pauses', (t) => {
  const unread = [...live, timetableSet(14, 10), again('c2', 'scheduled'), linkChecked('l1', 'c2', UNREAD)];
  const pauses = Array.from({ length: 11 }, (_, retries) =>
    due([...unread, ...Array.from({ length: retries }, (_, index) => retried(`r${index}`)).flat()]),
  );
  t.deepEqual(pauses, [['retry', 16], ['retry', 67], ...Array.from({ length: 8 }, () => ['retry', 407]), regular]);
});

test('a link without both addresses is never due', (t) => {
  t.is(due([linkAdded('l1', { articleLink: '' })]), null);
  const found = linkEdited('l1', { articleLink: { from: '', to: A } });
  t.deepEqual(due([linkAdded('l1', { articleLink: '' }), found]), ['edited', 0]);
});

test('a link expected on a day is first checked on that day, then like any other', (t) => {
  const added = linkAdded('l1');
  const expected = { ...added, data: { ...added.data, timelineDate: '2026-03-03' } };
  t.deepEqual(due([expected]), ['added', 38 * 60]);
  const later = linkEdited('l1', { timelineDate: { from: '2026-03-03', to: '2026-03-04' } });
  t.deepEqual(due([expected, later]), ['added', 62 * 60]);
  t.deepEqual(due([expected, linkEdited('l1', { timelineDate: { from: '2026-03-03', to: null } })]), ['added', 0]);
  t.deepEqual(due([expected, checkRequested('l1', 'c1'), linkChecked('l1', 'c1', LIVE), toB]), ['edited', 0]);
});

test('the links of a page come due together, whatever the fragment of its address', (t) => {
  const dueOf = (id: string, articleLink: string) => {
    const events = new EventBuilder();
    events.add(linkAdded(id, { articleLink }));
    events.add(checkRequested(id, `c-${id}`, { articleLink }));
    events.add(linkChecked(id, `c-${id}`, LIVE));
    const doc = documentAfter(checks, id, events.all);
    return Date.parse(doc?.nextDueAt ?? '') - Date.parse(doc?.recordedAt ?? '');
  };
  t.is(dueOf('l1', 'https://blog.example/post'), dueOf('l2', 'https://blog.example/post#buy'));
  t.not(dueOf('l1', 'https://blog.example/post'), dueOf('l1', 'https://blog.example/other'));
});

const at = (day: number) => `2026-03-0${day}T00:00:00.000Z`;
const corrected = (claim: 'live' | 'removed') =>
  ({
    type: 'VerdictCorrected',
    stream: 'check-l1',
    data: { linkId: 'l1', correctionId: 'k1', claim, note: 'I see it.', since: '2026-03-02' },
  }) as const;
const undone = {
  type: 'CorrectionUndone',
  stream: 'check-l1',
  data: { linkId: 'l1', correctionId: 'k1' },
} as const;

test('a corrected loss is not confirmed: the next check is the regular one', (t) => {
  const events = new EventBuilder();
  const given = [
    linkAdded('l1'),
    checkRequested('l1', 'c1'),
    linkChecked('l1', 'c1', MISSED),
    statusChanged('l1', 'pending', 'removed', 'not-on-page'),
    corrected('live'),
    statusChanged('l1', 'removed', 'live', 'corrected-live'),
  ];
  for (const event of given) events.add(event, { at: at(1) });
  t.is(documentAfter(checks, 'l1', events.all)?.nextReason, 'scheduled');
});

test('an undone correction of a page that could not be read leaves no claim behind', (t) => {
  const events = new EventBuilder();
  const given = [
    linkAdded('l1'),
    checkRequested('l1', 'c1'),
    linkChecked('l1', 'c1', UNREAD),
    corrected('live'),
    statusChanged('l1', 'pending', 'live', 'corrected-live'),
    undone,
    statusChanged('l1', 'live', 'pending', 'correction-undone'),
  ];
  for (const event of given) events.add(event, { at: at(1) });
  t.like(documentAfter(checks, 'l1', events.all), { lastClaim: null, corrected: null });
});

test('a miss needs no confirmation if judging again finds the link', (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1'));
  for (const [checkId, verdict] of [
    ['c1', LIVE],
    ['c2', MISSED],
  ] as const) {
    events.add(checkRequested('l1', checkId, { reason: 'scheduled' }));
    events.add(linkChecked('l1', checkId, verdict));
    if (checkId === 'c1') events.add(statusChanged('l1', 'pending', 'live', 'found-static'));
  }
  t.is(documentAfter(checks, 'l1', events.all)?.nextReason, 'confirm');
  events.add(judgedAgain('l1', 'c2', 'removed', LIVE));
  t.is(documentAfter(checks, 'l1', events.all)?.nextReason, 'scheduled');
});
