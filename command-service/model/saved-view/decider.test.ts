import test from 'ava';
import fc from 'fast-check';
import { givenWhenThen, play } from '../../testing/given-when-then.ts';
import type { AddSavedView, SavedViewCommand } from './commands.ts';
import { savedView } from './decider.ts';
import type { SavedViewEvent } from './events.ts';

const scenario = givenWhenThen(savedView);
const viewId = 'v1';
const add: AddSavedView = { type: 'AddSavedView', viewId, scope: 'user:ann', name: 'Lost', query: 'status=removed' };
const { type: _, ...data } = add;
const added: SavedViewEvent = { type: 'SavedViewAdded', data };
const deleted: SavedViewEvent = { type: 'SavedViewDeleted', data: { viewId } };
const remove: SavedViewCommand = { type: 'DeleteSavedView', viewId };

test('adding a view records its fields, once', (t) => {
  scenario(t).given().when(add).yields(added);
  scenario(t).given(added).when(add).yields();
  scenario(t)
    .given(added)
    .when({ ...add, name: 'Gone' })
    .refused('already-exists');
});

test('an edit, or sharing with a team, records only what changed', (t) => {
  scenario(t)
    .given(added)
    .when({ type: 'EditSavedView', viewId, fields: { name: 'Lost', query: undefined, scope: 'team:t1' } })
    .yields({ type: 'SavedViewEdited', data: { viewId, changes: { scope: { from: 'user:ann', to: 'team:t1' } } } });
});

test('a deleted view stays deleted', (t) => {
  scenario(t).given(added).when(remove).yields(deleted);
  scenario(t).given(added, deleted).when(remove).yields();
  scenario(t)
    .given(added, deleted)
    .when({ type: 'EditSavedView', viewId, fields: { name: 'Back' } })
    .refused('not-found');
  scenario(t).given().when(remove).refused('not-found');
});

test('a repeated command changes nothing', (t) => {
  const fields = fc.record(
    { name: fc.constantFrom('Lost', 'Live'), query: fc.constantFrom('', 'status=live') },
    { requiredKeys: [] },
  );
  const commands: fc.Arbitrary<SavedViewCommand> = fc.oneof(
    fields.map((changed): SavedViewCommand => ({ type: 'EditSavedView', viewId, fields: changed })),
    fc.constant(remove),
  );
  fc.assert(
    fc.property(fc.array(commands, { maxLength: 8 }), commands, (before, command) => {
      t.deepEqual(play(savedView, [add, ...before, command, command]).at(-1), []);
    }),
  );
});
