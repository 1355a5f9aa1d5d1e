import test from 'ava';
import type { ViewDoc } from '../../../infra/ports/storage/read-store.ts';
import {
  checkRequested,
  EventBuilder,
  linkAdded,
  linkChecked,
  linkEdited,
  linkPlaced,
  statusChanged,
} from '../../../infra/testing/event-builder.ts';
import { fold, plan } from '../../runner/fold.ts';
import { type LedgerEntry, ledger } from './ledger.ts';

/** The type, the story and the opener of each entry. */
function told(events: EventBuilder) {
  const { entries } = fold(ledger, new Map<string, ViewDoc>(), plan(ledger, events.all));
  return (entries as readonly LedgerEntry[]).map(({ type, story, opens }) => [type, story, opens]);
}

const checker = (cause: string, at?: string) => ({ actor: 'checker', cause, ...(at !== undefined && { at }) });
const scheduler = (at: string) => ({ actor: 'scheduler', cause: `round ${at}`, at });
const removed = { status: 'removed', reason: 'not-on-page' } as const;
const live = { status: 'live', reason: 'found-static' } as const;

test('a status check is one story, with the results that the checkers report and with its end', (t) => {
  const events = new EventBuilder();
  const [scope, runId] = ['team:t1', 'run'] as const;
  for (const id of ['l1', 'l2']) events.add(linkAdded(id, { scope }), { cause: `add ${id}` });
  const started = { runId, scope, total: 2 };
  events.add({ type: 'StatusCheckStarted', stream: 'statuscheck-run', data: started }, { cause: 'request' });
  for (const id of ['l1', 'l2']) events.add(checkRequested(id, `c-${id}`, { reason: 'batch' }), { cause: runId });
  // Somebody edits a link while the check runs.
  events.add(linkEdited('l1', { remarks: { from: null, to: 'x' } }), { cause: 'edit' });
  events.add(linkChecked('l1', 'c-l1', removed), checker('c-l1'));
  events.add(statusChanged('l1', 'live', 'removed', 'not-on-page'), checker('c-l1'));
  const counts = { done: 2, live: 1, removed: 1, pending: 0 };
  const finished = { runId, scope, outcome: 'whole', ...counts } as const;
  events.add({ type: 'StatusCheckFinished', stream: 'statuscheck-run', data: finished }, { cause: runId });
  t.deepEqual(told(events).slice(2), [
    ['StatusCheckStarted', 'run', 'person'],
    ['CheckRequested', 'run', 'person'],
    ['CheckRequested', 'run', 'person'],
    ['LinkEdited', 'edit', 'person'],
    ['LinkChecked', 'run', null],
    ['LinkStatusChanged', 'run', null],
    ['StatusCheckFinished', 'run', null],
  ]);
});

test('the first checks of an import belong to the import, those of a link that waited for its day do not', (t) => {
  const events = new EventBuilder();
  const importId = 'i1';
  const at = '2026-03-01T23:59:00.000Z';
  events.add(
    { type: 'ImportStarted', stream: 'import-i1', data: { importId, scope: 'user:ann' } },
    { cause: 'im', at },
  );
  for (const id of ['l1', 'l2']) events.add(linkAdded(id), { cause: 'im', at });
  events.add(checkRequested('l1', 'c1', { reason: 'scheduled' }), scheduler('2026-03-02T00:01:00.000Z'));
  events.add(linkChecked('l1', 'c1', live), checker('c1'));
  events.add(statusChanged('l1', 'pending', 'live', 'found-static'), checker('c1'));
  events.add(checkRequested('l2', 'c2', { reason: 'scheduled' }), scheduler('2026-03-09T00:01:00.000Z'));
  t.deepEqual(told(events), [
    ['ImportStarted', 'im', 'person'],
    ['LinkAdded', 'im', 'person'],
    ['LinkAdded', 'im', 'person'],
    ['CheckRequested', 'im', null],
    ['LinkChecked', 'im', null],
    ['LinkStatusChanged', 'im', null],
    ['CheckRequested', 'checks-2026-03-09', 'routine'],
  ]);
});

test('scheduled checks of a day are one story, and what such a check changed is a story of its own', (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1'), { cause: 'add' });
  events.add(checkRequested('l1', 'c1'), { cause: 'add' });
  events.add(linkChecked('l1', 'c1', live), checker('c1'));
  const at = '2026-03-05T10:00:00.000Z';
  events.add(checkRequested('l1', 'c2', { reason: 'scheduled' }), scheduler(at));
  events.add(linkChecked('l1', 'c2', removed), checker('c2', at));
  events.add(statusChanged('l1', 'live', 'removed', 'not-on-page'), checker('c2', at));
  // A person joins the open check of the scheduler.
  events.add(checkRequested('l1', 'c3', { reason: 'scheduled' }), scheduler(at));
  events.add(checkRequested('l1', 'c3', { reason: 'manual' }), { cause: 'recheck' });
  events.add(linkChecked('l1', 'c3', live), checker('c3'));
  events.add(statusChanged('l1', 'removed', 'live', 'found-static'), checker('c3'));
  t.deepEqual(told(events), [
    ['LinkAdded', 'add', 'person'],
    ['CheckRequested', 'add', null],
    ['LinkChecked', 'add', null],
    ['CheckRequested', 'checks-2026-03-05', 'routine'],
    ['LinkChecked', 'checks-2026-03-05', null],
    ['LinkStatusChanged', 'c2', 'system'],
    ['CheckRequested', 'checks-2026-03-05', 'routine'],
    ['CheckRequested', 'recheck', 'person'],
    ['LinkChecked', 'recheck', null],
    ['LinkStatusChanged', 'recheck', null],
  ]);
});

test('a change of many links and its undo are two stories, and so are two things of one scheduler round', (t) => {
  const events = new EventBuilder();
  for (const id of ['l1', 'l2']) events.add(linkAdded(id), { cause: `add ${id}` });
  for (const id of ['l1', 'l2']) events.add(linkPlaced('LinkTrashed', id), { cause: 'b1' });
  events.add({ type: 'BulkUndoStarted', stream: 'bulk-b1', data: { batchId: 'b1' } }, { cause: 'b1' });
  for (const id of ['l1', 'l2']) events.add(linkPlaced('LinkRestored', id), { cause: 'undo-b1' });
  const at = '2026-03-05T10:00:00.000Z';
  events.add(linkPlaced('LinkPurged', 'l1'), scheduler(at));
  const notice = { linkId: 'l2', expirationDate: '2026-03-12', daysLeft: 7 } as const;
  events.add({ type: 'LinkExpiryNoticed', stream: 'notice-l2', data: notice }, scheduler(at));
  t.deepEqual(
    told(events)
      .slice(2)
      .map(([, story]) => story),
    [...['b1', 'b1', 'undo-b1', 'undo-b1'], `round ${at} LinkPurged`, `round ${at} LinkExpiryNoticed`],
  );
});
