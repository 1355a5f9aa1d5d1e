import test from 'ava';
import fc from 'fast-check';
import { givenWhenThen, play } from '../../testing/given-when-then.ts';
import type { BulkCommand } from './commands.ts';
import { bulk, MAX_REPORTED_FAILURES } from './decider.ts';
import type { BulkEvent, BulkFailure, BulkOperation } from './events.ts';

const scenario = givenWhenThen(bulk);
const batchId = 'b1';
const TRASH = { action: 'trash' } satisfies BulkOperation as BulkOperation;
const RECHECK = { action: 'recheck', whole: [] } satisfies BulkOperation as BulkOperation;

const chosen = (...linkIds: readonly string[]): BulkEvent => ({ type: 'BulkLinksChosen', data: { batchId, linkIds } });
const choose = (from: number, ...linkIds: readonly string[]): BulkCommand => {
  return { type: 'ChooseLinks', batchId, from, linkIds };
};
const TOKEN = { tokenId: 't1' };
const start = (order = TRASH): BulkCommand => {
  return { type: 'StartBulk', batchId, userId: 'ann', order, within: null, ...TOKEN };
};
const started = (total: number, order = TRASH): BulkEvent => {
  return { type: 'BulkStarted', data: { batchId, userId: 'ann', total, order, within: null, ...TOKEN } };
};
const progress = (done: number, ...failures: readonly BulkFailure[]): BulkCommand => {
  return { type: 'ProgressBulk', batchId, done, failures };
};
const progressed = (done: number, failed = 0, ...failures: readonly BulkFailure[]): BulkEvent => {
  return { type: 'BulkProgressed', data: { batchId, done, failed, failures } };
};
const of = (type: 'FinishBulk' | 'StartBulkUndo' | 'FinishBulkUndo'): BulkCommand => {
  return type === 'StartBulkUndo' ? { type, batchId, tokenId: 't2' } : { type, batchId };
};
const event = (type: 'BulkFinished' | 'BulkUndoStarted' | 'BulkUndone'): BulkEvent => {
  return type === 'BulkUndoStarted' ? { type, data: { batchId, tokenId: 't2' } } : { type, data: { batchId } };
};
const NO: BulkFailure = { linkId: 'l1', message: 'No.' };

test('links are added in order, each slice once, and then the operation starts', (t) => {
  scenario(t)
    .given()
    .when(choose(0, 'l1', 'l2'))
    .yields(chosen('l1', 'l2'));
  scenario(t).given(chosen('l1')).when(choose(0, 'l1')).yields();
  scenario(t).given(chosen('l1')).when(choose(2, 'l3')).yields();
  scenario(t).given(chosen('l1'), chosen('l2')).when(start()).yields(started(2));
  scenario(t).given(chosen('l1'), started(1)).when(start(RECHECK)).yields();
  scenario(t).given(chosen('l1'), started(1)).when(choose(1, 'l2')).yields();
});

test('an operation without links does not start', (t) => {
  scenario(t).given().when(start()).refused('no-links');
});

test('an operation that never started does not progress', (t) => {
  for (const command of [progress(1), of('FinishBulk'), of('StartBulkUndo'), of('FinishBulkUndo')]) {
    scenario(t).given(chosen('l1')).when(command).refused('not-found');
  }
});

test('progress never goes back, beyond the end, or into another run', (t) => {
  const running = [chosen('l1', 'l2', 'l3'), started(3)];
  scenario(t)
    .given(...running)
    .when(progress(2, NO))
    .yields(progressed(2, 1, NO));
  scenario(t)
    .given(...running, progressed(2, 1, NO))
    .when(progress(3, NO))
    .yields(progressed(3, 2, NO));
  scenario(t)
    .given(...running, progressed(2))
    .when(progress(2))
    .yields();
  scenario(t)
    .given(...running, progressed(2))
    .when(progress(1))
    .yields();
  scenario(t)
    .given(...running)
    .when(progress(4))
    .yields();
  scenario(t)
    .given(...running, progressed(3), event('BulkFinished'), event('BulkUndoStarted'))
    .when(progress(3))
    .yields();
});

test('all failures are counted and the first hundred are reported', (t) => {
  const many = Array.from({ length: 70 }, () => NO);
  scenario(t)
    .given(chosen('l1', 'l2'), started(200), progressed(70, 70, ...many))
    .when(progress(140, ...many))
    .yields();
  const ids = Array.from({ length: 200 }, (_, n) => `l${n}`);
  scenario(t)
    .given(chosen(...ids), started(200), progressed(70, 70, ...many))
    .when(progress(140, ...many))
    .yields(progressed(140, 140, ...many.slice(0, MAX_REPORTED_FAILURES - 70)));
});

test('an operation ends when all its links are done, and can then be undone once', (t) => {
  const through = [chosen('l1'), started(1), progressed(1)];
  scenario(t).given(chosen('l1'), started(1)).when(of('FinishBulk')).yields();
  scenario(t)
    .given(...through)
    .when(of('FinishBulk'))
    .yields(event('BulkFinished'));
  scenario(t)
    .given(...through)
    .when(of('StartBulkUndo'))
    .refused('still-running');
  const ended = [...through, event('BulkFinished')];
  scenario(t)
    .given(...ended)
    .when(of('StartBulkUndo'))
    .yields(event('BulkUndoStarted'));
  scenario(t)
    .given(...ended, event('BulkUndoStarted'))
    .when(of('FinishBulkUndo'))
    .yields();
  scenario(t)
    .given(...ended, event('BulkUndoStarted'))
    .when({ type: 'ProgressBulkUndo', batchId, done: 1, failures: [NO] })
    .yields({ type: 'BulkUndoProgressed', data: { batchId, done: 1, failed: 1, failures: [NO] } });
  const undone: BulkEvent = { type: 'BulkUndoProgressed', data: { batchId, done: 1, failed: 0, failures: [] } };
  scenario(t)
    .given(...ended, event('BulkUndoStarted'), undone)
    .when(of('FinishBulkUndo'))
    .yields(event('BulkUndone'));
  scenario(t)
    .given(...ended, event('BulkUndoStarted'), undone, event('BulkUndone'))
    .when(of('StartBulkUndo'))
    .yields();
});

test('a recheck cannot be undone', (t) => {
  scenario(t)
    .given(chosen('l1'), started(1, RECHECK), progressed(1), event('BulkFinished'))
    .when(of('StartBulkUndo'))
    .refused('not-undoable');
});

const anyFailures = fc.array(fc.constant(NO), { maxLength: 60 });
const anyCommand: fc.Arbitrary<BulkCommand> = fc.oneof(
  fc
    .tuple(fc.nat(6), fc.array(fc.string({ minLength: 1, maxLength: 2 }), { maxLength: 3 }))
    .map(([from, ids]) => choose(from, ...ids)),
  fc.constantFrom(TRASH, RECHECK).map(start),
  fc
    .tuple(fc.constantFrom('ProgressBulk' as const, 'ProgressBulkUndo' as const), fc.nat(8), anyFailures)
    .map(([type, done, failures]): BulkCommand => ({ type, batchId, done, failures })),
  fc.constantFrom(of('FinishBulk'), of('StartBulkUndo'), of('FinishBulkUndo')),
);

test('a repeated command yields no events, whatever came before', (t) => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 30 }), anyCommand, (past, command) => {
      t.deepEqual(play(bulk, [...past, command, command]).at(-1), []);
    }),
  );
});

test('any sequence of commands starts, ends and undoes once, and counts up to the total', (t) => {
  const order = ['BulkStarted', 'BulkFinished', 'BulkUndoStarted', 'BulkUndone'];
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 60 }), (commands) => {
      const events = play(bulk, commands).flat();
      const steps = events.map(({ type }) => type).filter((type) => order.includes(type));
      t.deepEqual(steps, order.slice(0, steps.length));
      const total = events.flatMap((each) => (each.type === 'BulkLinksChosen' ? each.data.linkIds : [])).length;
      let told = 0;
      for (const each of events) {
        if (each.type === 'BulkStarted') t.is(each.data.total, total);
        if (each.type === 'BulkUndoStarted') told = 0;
        if (each.type !== 'BulkProgressed' && each.type !== 'BulkUndoProgressed') continue;
        told += each.data.failures.length;
        t.true(each.data.done <= total && told <= MAX_REPORTED_FAILURES && told <= each.data.failed);
      }
    }),
  );
});
