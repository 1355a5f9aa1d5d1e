import test from 'ava';
import type { LinkEvent } from '../../command-service/model/link/events.ts';
import {
  checkRequested,
  EventBuilder,
  linkAdded,
  linkChecked,
  linkEdited,
  linkPlaced,
  userRegistered,
} from '../../infra/testing/event-builder.ts';
import { HISTORY_TYPES, historyOf, WITHHELD } from './link-history.ts';

test('each event of a link is a line, except for events that only plan a check', (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1'));
  events.add(userRegistered('ann'));
  events.add(checkRequested('l1', 'c1'));
  events.add(linkChecked('l1', 'c1', { status: 'live', reason: 'found-static' }));
  events.add(linkPlaced('LinkTrashed', 'l1'));
  t.deepEqual(
    events.all.map((event) => historyOf(event)?.fact.kind ?? null),
    ['added', null, 'check-requested', 'checked', 'trashed'],
  );
  const shown: readonly string[] = HISTORY_TYPES;
  for (const event of events.all) t.is(historyOf(event) !== null, shown.includes(event.type));
});

test('a check keeps its whole observation', (t) => {
  const events = new EventBuilder();
  const event = events.add(
    linkChecked('l1', 'c1', { status: 'removed', reason: 'page-gone' }, { httpStatus: 410, title: 'Gone' }),
    { actor: 'checker', at: '2026-03-05T06:07:08.000Z' },
  );
  const line = historyOf(event);
  t.like(line, { linkId: 'l1', position: 1, at: '2026-03-05T06:07:08.000Z', actor: 'checker' });
  t.like(line?.fact, { kind: 'checked', checkId: 'c1', verdict: { status: 'removed' } });
  t.is(line?.fact.kind === 'checked' && line.fact.observation.visits[0]?.httpStatus, 410);
});

test("an edit has old and new values, but withholds the contact's address", (t) => {
  const events = new EventBuilder();
  const changesOf = (changes: Extract<LinkEvent, { type: 'LinkEdited' }>['data']['changes']) =>
    historyOf(events.add(linkEdited('l1', changes)))?.fact;
  t.deepEqual(changesOf({ remarks: { from: null, to: 'paid' }, pocEmail: { from: null, to: 'joe@example.com' } }), {
    kind: 'edited',
    changes: [
      { field: 'remarks', from: null, to: 'paid' },
      { field: 'pocEmail', from: null, to: WITHHELD },
    ],
  });
  // Erased values are null on both sides.
  t.deepEqual(changesOf({ pocEmail: { from: null, to: null } }), {
    kind: 'edited',
    changes: [{ field: 'pocEmail', from: WITHHELD, to: WITHHELD }],
  });
});

test('evidence names the status change it shows', (t) => {
  const events = new EventBuilder();
  const of = { linkId: 'l1', checkId: 'c1', transition: 'e1' };
  const file = {
    ...({ kind: 'html', hash: 'ab', bytes: 9, takenAt: 'then' } as const),
    width: null,
    height: null,
    outlined: null,
  };
  const kept = events.add({ type: 'EvidenceKept', stream: 'evidence-l1', data: { ...of, ...file } });
  const missed = events.add({ type: 'EvidenceMissed', stream: 'evidence-l1', data: { ...of, reason: 'it was late' } });
  t.deepEqual(historyOf(kept)?.fact, { kind: 'evidence-kept', transition: 'e1', evidence: file });
  t.like(historyOf(missed)?.fact, { kind: 'evidence-missed', reason: 'it was late' });
});
