import test from 'ava';
import type { ViewDoc } from '../../../infra/ports/read-store.ts';
import {
  checkRequested,
  documentAfter,
  EventBuilder,
  linkAdded,
  linkChecked,
  linkEdited,
  linkPlaced,
  userRegistered,
} from '../../../infra/testing/event-builder.ts';
import { checks } from './checks.ts';
import { evidenceFileId, evidenceFiles } from './evidence-files.ts';
import { linkHistory, WITHHELD } from './link-history.ts';
import { links } from './links.ts';

test('each event of a link is one document that never changes', (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1'));
  events.add(userRegistered('ann'));
  events.add(checkRequested('l1', 'c1'));
  events.add(linkChecked('l1', 'c1', { status: 'live', reason: 'found-static' }));
  events.add(linkPlaced('LinkTrashed', 'l1'));
  t.deepEqual(
    events.all.map((event) => linkHistory.keys(event)),
    [['e1'], [], ['e3'], ['e4'], ['e5']],
  );
});

test('a check keeps its whole observation', (t) => {
  const events = new EventBuilder();
  const event = events.add(
    linkChecked('l1', 'c1', { status: 'removed', reason: 'page-gone' }, { httpStatus: 410, title: 'Gone' }),
    { actor: 'checker', at: '2026-03-05T06:07:08.000Z' },
  );
  const doc = documentAfter(linkHistory, event.id, events.all);
  t.like(doc, { linkId: 'l1', position: 1, at: '2026-03-05T06:07:08.000Z', actor: 'checker' });
  t.like(doc?.fact, { kind: 'checked', checkId: 'c1', verdict: { status: 'removed' } });
  t.is(doc?.fact.kind === 'checked' && doc.fact.observation.visits[0]?.httpStatus, 410);
});

test("an edit keeps old and new values, but withholds the contact's address", (t) => {
  const events = new EventBuilder();
  const changes = { remarks: { from: null, to: 'paid' }, pocEmail: { from: null, to: 'joe@example.com' } };
  const event = events.add(linkEdited('l1', changes));
  t.deepEqual(documentAfter(linkHistory, event.id, events.all)?.fact, {
    kind: 'edited',
    changes: [
      { field: 'remarks', from: null, to: 'paid' },
      { field: 'pocEmail', from: null, to: WITHHELD },
    ],
  });
});

test('evidence names the status change it shows', (t) => {
  const events = new EventBuilder();
  const of = { linkId: 'l1', checkId: 'c1', transition: 'e1' };
  const file = {
    kind: 'html',
    hash: 'ab',
    bytes: 9,
    width: null,
    height: null,
    outlined: null,
    takenAt: 'then',
  } as const;
  const kept = events.add({ type: 'EvidenceKept', stream: 'evidence-l1', data: { ...of, ...file } });
  const missed = events.add({ type: 'EvidenceMissed', stream: 'evidence-l1', data: { ...of, reason: 'it was late' } });
  t.deepEqual(documentAfter(linkHistory, kept.id, events.all)?.fact, {
    kind: 'evidence-kept',
    transition: 'e1',
    evidence: file,
  });
  t.like(documentAfter(linkHistory, missed.id, events.all)?.fact, { kind: 'evidence-missed', reason: 'it was late' });
  t.like(documentAfter(evidenceFiles, evidenceFileId('l1', 'ab'), events.all), {
    linkId: 'l1',
    hash: 'ab',
    kind: 'html',
  });
});

test('views without evidence ignore evidence events', (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1'));
  const before = [links, checks].map((view) => documentAfter<ViewDoc>(view, 'l1', events.all));
  const of = { linkId: 'l1', checkId: 'c1', transition: 'e1' };
  events.add({ type: 'EvidenceMissed', stream: 'evidence-l1', data: { ...of, reason: 'it was late' } });
  t.deepEqual(
    [links, checks].map((view) => documentAfter<ViewDoc>(view, 'l1', events.all)),
    before,
  );
});
