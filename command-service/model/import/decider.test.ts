import test from 'ava';
import fc from 'fast-check';
import { givenWhenThen, play } from '../../testing/given-when-then.ts';
import type { ImportCommand } from './commands.ts';
import { importDecider } from './decider.ts';
import type { ImportEvent } from './events.ts';

const file = givenWhenThen(importDecider);
const start: ImportCommand = { type: 'StartImport', importId: 'i1', scope: 'user:ann', mapping: null };
const started: ImportEvent = { type: 'ImportStarted', data: { importId: 'i1', scope: 'user:ann' } };
const bring = (from: number, ...linkIds: string[]): ImportCommand => {
  return { type: 'ImportLinks', importId: 'i1', from, linkIds };
};
const brought = (...linkIds: string[]): ImportEvent => ({ type: 'LinksImported', data: { importId: 'i1', linkIds } });
const finish: ImportCommand = { type: 'FinishImport', importId: 'i1', imported: 2, failed: 1, duplicates: 0 };
const undo: ImportCommand = { type: 'UndoImport', importId: 'i1' };
const undone: ImportEvent = { type: 'ImportUndone', data: { importId: 'i1' } };

test('links are recorded once, however often the import is repeated', (t) => {
  file(t)
    .given(started)
    .when(bring(0, 'a', 'b'))
    .yields(brought('a', 'b'));
  file(t).given(started, brought('a', 'b')).when(bring(2, 'c')).yields(brought('c'));
  file(t)
    .given(started, brought('a', 'b'))
    .when(bring(0, 'a', 'b'))
    .yields();
  file(t).given(started, brought('a', 'b')).when(bring(2)).yields();
});

test('an import that was undone, or never started, takes no links', (t) => {
  file(t).given(started, brought('a'), undone).when(bring(1, 'b')).refused('undone');
  file(t).given().when(undo).refused('not-found');
  file(t).given(started, undone).when(undo).yields();
});

test('a repeated command changes nothing', (t) => {
  const command = fc.constantFrom(start, bring(0, 'a'), bring(1, 'b', 'c'), finish, undo);
  fc.assert(
    fc.property(fc.array(command), command, (before, last) => {
      t.deepEqual(play(importDecider, [...before, last, last]).at(-1), []);
    }),
  );
});
