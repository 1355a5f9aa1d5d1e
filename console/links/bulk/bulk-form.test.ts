import test from 'ava';
import { NO_VALUES, wishOf } from './bulk-form.ts';

test('nothing is wished before something is chosen; what needs no choice is wished at once', (t) => {
  for (const action of ['edit', 'assign', 'move', 'tag'] as const) t.is(wishOf(action, NO_VALUES), null, action);
  t.deepEqual(wishOf('trash', NO_VALUES), { action: 'trash' });
  t.deepEqual(wishOf('recheck', NO_VALUES), { action: 'recheck' });
});

test('nobody and no team are choices too', (t) => {
  t.deepEqual(wishOf('assign', { ...NO_VALUES, assignedTo: '' })?.change, { assignedTo: null });
  t.deepEqual(wishOf('move', { ...NO_VALUES, teamId: '' })?.change, { teamId: null });
});

test('only what is ticked is changed, and what is left empty is emptied', (t) => {
  const typed = { ...NO_VALUES, remarks: 'not meant', pocEmail: ' ', amount: '1', unit: 'years' };
  t.deepEqual(wishOf('edit', { ...typed, ticked: ['duration', 'pocEmail'] })?.change, {
    duration: '1 year',
    pocEmail: null,
  });
  t.is(wishOf('edit', { ...typed, amount: '', ticked: ['duration', 'remarks'] }), null);
  t.deepEqual(wishOf('edit', { ...typed, unit: 'permanent', ticked: ['duration'] })?.change, { duration: 'permanent' });
});

test('tags are put on, taken off, or both', (t) => {
  t.deepEqual(wishOf('tag', { ...NO_VALUES, add: ['new'] })?.change, { add: ['new'], remove: [] });
});

test('leaving a field of tags changes nothing: what was typed was meant before', (t) => {
  const typing = wishOf('tag', { ...NO_VALUES, add: ['new'], removeTyped: ' old ' });
  t.deepEqual(typing, wishOf('tag', { ...NO_VALUES, add: ['new'], remove: ['old'] }));
  t.is(wishOf('tag', { ...NO_VALUES, addTyped: '  ' }), null);
});
