import test from 'ava';
import { checkRequested, documentAfter, Events, linkAdded, linkChecked, linkEdited, linkPlaced } from '../scenario.ts';
import { checks } from './checks.ts';

const LIVE = { status: 'live', reason: 'found-static' } as const;
const A = 'https://blog.example/post';
const B = 'https://blog.example/moved';

function state(given: Parameters<Events['add']>[0][]) {
  const events = new Events();
  for (const event of given) events.add(event);
  const doc = documentAfter(checks, 'l1', events.all);
  return doc === null
    ? null
    : { state: doc.state, checkId: doc.checkId, reason: doc.reason, articleLink: doc.articleLink };
}

const toB = linkEdited('l1', { articleLink: { from: A, to: B } });
const toA = linkEdited('l1', { articleLink: { from: B, to: A } });

test('a link added just before a crash wants a check', (t) => {
  t.deepEqual(state([linkAdded('l1')]), { state: 'wanted', checkId: null, reason: 'added', articleLink: A });
});

test('a requested check is open until it is recorded', (t) => {
  const open = [linkAdded('l1'), checkRequested('l1', 'c1')];
  t.deepEqual(state(open), { state: 'open', checkId: 'c1', reason: 'added', articleLink: A });
  t.is(state([...open, linkChecked('l1', 'c1', LIVE)])?.state, 'done');
});

test('new addresses want a check although the one of the old addresses is still open', (t) => {
  const edited = [linkAdded('l1'), checkRequested('l1', 'c1'), toB];
  t.deepEqual(state(edited), { state: 'wanted', checkId: null, reason: 'edited', articleLink: B });
  const requested = [...edited, checkRequested('l1', 'c2', { articleLink: B })];
  t.deepEqual(state(requested), { state: 'open', checkId: 'c2', reason: 'added', articleLink: B });
});

test('a check of the old addresses recorded late neither closes the open one nor opens anything', (t) => {
  const given = [linkAdded('l1'), checkRequested('l1', 'c1'), toB, checkRequested('l1', 'c2', { articleLink: B })];
  t.is(state([...given, linkChecked('l1', 'c1', LIVE)])?.state, 'open');
  t.is(state([...given, linkChecked('l1', 'c2', LIVE), linkChecked('l1', 'c1', LIVE)])?.state, 'done');
});

test('a check requested with addresses that were edited meanwhile leaves the new ones wanting', (t) => {
  t.is(state([linkAdded('l1'), toB, checkRequested('l1', 'c1', { articleLink: A })])?.state, 'wanted');
});

test('addresses edited there and back have their open check again', (t) => {
  const given = [linkAdded('l1'), checkRequested('l1', 'c1'), toB, toA];
  t.deepEqual(state(given), { state: 'open', checkId: 'c1', reason: 'added', articleLink: A });
  t.is(state([...given, linkChecked('l1', 'c1', LIVE)])?.state, 'done');
});

test('an edit of other fields asks for no check', (t) => {
  const remarks = linkEdited('l1', { remarks: { from: null, to: 'paid' } });
  t.is(state([linkAdded('l1'), checkRequested('l1', 'c1'), linkChecked('l1', 'c1', LIVE), remarks])?.state, 'done');
});

test('a link in the trash keeps its open check and a purged one has none', (t) => {
  const events = new Events();
  for (const event of [linkAdded('l1'), checkRequested('l1', 'c1'), linkPlaced('LinkTrashed', 'l1')]) events.add(event);
  const trashed = documentAfter(checks, 'l1', events.all);
  t.is(trashed?.state, 'open');
  t.is(trashed?.place, 'trash');
  events.add(linkPlaced('LinkPurged', 'l1'));
  t.is(documentAfter(checks, 'l1', events.all), null);
  events.add(linkChecked('l1', 'c1', LIVE));
  t.is(documentAfter(checks, 'l1', events.all), null);
});
