import test from 'ava';
import { type TermsValues, termsValues } from '../terms/terms-values.ts';
import { EMPTY_VALUES, operationOf } from './bulk-form.ts';

test('an operation with choices is complete once something is chosen, others are complete at once', (t) => {
  for (const action of ['edit', 'assign', 'move', 'tag', 'terms'] as const)
    t.is(operationOf(action, EMPTY_VALUES), null, action);
  t.deepEqual(operationOf('trash', EMPTY_VALUES), { action: 'trash' });
  t.deepEqual(operationOf('recheck', EMPTY_VALUES), { action: 'recheck' });
});

test('an operation can remove the assignee or the team', (t) => {
  t.deepEqual(operationOf('assign', { ...EMPTY_VALUES, assignedTo: '' })?.change, { assignedTo: null });
  t.deepEqual(operationOf('move', { ...EMPTY_VALUES, teamId: '' })?.change, { teamId: null });
});

test('only checked fields are changed, and a checked field without text is cleared', (t) => {
  const typed = { ...EMPTY_VALUES, remarks: 'not meant', pocEmail: ' ', amount: '1', unit: 'years' };
  t.deepEqual(operationOf('edit', { ...typed, checked: ['duration', 'pocEmail'] })?.change, {
    duration: '1 year',
    pocEmail: null,
  });
  t.is(operationOf('edit', { ...typed, amount: '', checked: ['duration', 'remarks'] }), null);
  t.deepEqual(operationOf('edit', { ...typed, unit: 'permanent', checked: ['duration'] })?.change, {
    duration: 'permanent',
  });
});

test('tags are added, removed, or both', (t) => {
  t.deepEqual(operationOf('tag', { ...EMPTY_VALUES, add: ['new'] })?.change, { add: ['new'], remove: [] });
});

test('text typed into a tag field counts as a tag before the person leaves the field', (t) => {
  const typing = operationOf('tag', { ...EMPTY_VALUES, add: ['new'], removeTyped: ' old ' });
  t.deepEqual(typing, operationOf('tag', { ...EMPTY_VALUES, add: ['new'], remove: ['old'] }));
  t.is(operationOf('tag', { ...EMPTY_VALUES, addTyped: '  ' }), null);
});

test('terms are complete without a wrong field, also without any term', (t) => {
  const terms = termsValues(null);
  const change = (some: Partial<TermsValues>) =>
    operationOf('terms', { ...EMPTY_VALUES, terms: { ...terms, ...some } })?.change;
  t.like(change({}), { anchor: null, linkTypes: null, visible: false });
  t.like(change({ linkTypes: ['dofollow'], visible: true }), { linkTypes: ['dofollow'], visible: true });
  t.is(change({ anchorRule: 'exactly' }), undefined);
  t.like(operationOf('terms', { ...EMPTY_VALUES, terms, templateId: 't1' })?.change, { templateId: 't1' });
  // Without a template the links keep theirs.
  t.is(Object.entries(change({}) ?? {}).find(([name]) => name === 'templateId')?.[1], undefined);
  t.is(change({ linkTypes: [] }), undefined);
});

test('a price and a vendor are set if nothing is wrong, and empty fields stay as they are', (t) => {
  const empty = { price: '', currency: '', vendor: '', orderNumber: '' };
  const change = (some: object) => operationOf('money', { ...EMPTY_VALUES, money: { ...empty, ...some } })?.change;
  t.is(operationOf('money', EMPTY_VALUES), null);
  t.is(change({ vendor: ' ' }), undefined);
  t.deepEqual(change({ vendor: ' Acme ' }), { vendor: 'Acme' });
  t.deepEqual(change({ price: '90 €' }), { price: { amount: 9_000, currency: 'EUR' } });
  t.is(change({ price: '120/mo', vendor: 'Acme' }), undefined);
});
