import test from 'ava';
import type { BulkEvent, BulkFailure } from '../../../command-service/model/bulk/events.ts';
import { documentAfter, EventBuilder } from '../../../infra/testing/event-builder.ts';
import { bulkOperations } from './bulk-operations.ts';

const batchId = 'b1';
const NO: BulkFailure = { linkId: 'l1', message: 'No.' };

function after(...told: readonly BulkEvent[]) {
  const events = new EventBuilder();
  for (const event of told) events.add({ ...event, stream: 'bulk-b1' });
  return documentAfter(bulkOperations, batchId, events.all);
}

const chosen: BulkEvent = { type: 'BulkLinksChosen', data: { batchId, linkIds: ['l1', 'l2', 'l3'] } };
const started: BulkEvent = {
  type: 'BulkStarted',
  data: { batchId, userId: 'ann', total: 3, order: { action: 'trash' }, within: null },
};
const progressed = (type: 'BulkProgressed' | 'BulkUndoProgressed', done: number, failed = 0): BulkEvent => {
  return { type, data: { batchId, done, failed, failures: failed === 0 ? [] : [NO] } };
};
const event = (type: 'BulkFinished' | 'BulkUndoStarted' | 'BulkUndone'): BulkEvent => ({ type, data: { batchId } });

test('a bulk operation appears when it starts, not while its links are chosen', (t) => {
  t.is(after(chosen), null);
  t.deepEqual(after(chosen, started), {
    ...{ scope: null, matching: null },
    ...{
      id: batchId,
      startedBy: 'ann',
      within: null,
      action: 'trash',
      state: 'running',
      total: 3,
      done: 0,
      failed: 0,
      failures: [],
    },
    startedAt: '2026-03-01T10:00:00.000Z',
  });
});

test('a bulk operation shows its progress, and the progress of its undo', (t) => {
  const through = [chosen, started, progressed('BulkProgressed', 2, 1), progressed('BulkProgressed', 3, 1)];
  t.like(after(...through), { state: 'running', done: 3, failed: 1, failures: [NO, NO] });
  const ended = [...through, event('BulkFinished')];
  t.like(after(...ended), { state: 'done', done: 3 });
  const undoing = [...ended, event('BulkUndoStarted')];
  t.like(after(...undoing), { state: 'undoing', done: 0, failed: 0, failures: [] });
  t.like(after(...undoing, progressed('BulkUndoProgressed', 3), event('BulkUndone')), { state: 'undone', done: 3 });
});
