import test from 'ava';
import { bodyOf, changesBetween, initialCampaign, validateEdit, validateNew } from './campaign-form.ts';

const filled = { ...initialCampaign('t1'), name: '  Spring launch ' };

test('a new campaign is in planning and needs a name and a team', (t) => {
  t.is(initialCampaign('').status, 'planning');
  t.deepEqual(validateNew({ ...initialCampaign(''), name: '   ' }), {
    name: 'Campaign name is required.',
    teamId: 'Please select a team for this campaign.',
  });
  t.deepEqual(validateNew(filled), {});
});

test('name and description are trimmed, and empty fields are null', (t) => {
  t.deepEqual(bodyOf({ ...filled, description: '  ' }), {
    name: 'Spring launch',
    clientDomain: null,
    templateId: null,
    description: null,
    startDate: null,
    endDate: null,
    status: 'planning',
    teamId: 't1',
  });
});

test('the end date must not be before the start date', (t) => {
  const backwards = { ...filled, startDate: '2026-05-02', endDate: '2026-05-01' };
  t.deepEqual(validateEdit(backwards), { endDate: 'End date must not be before the start date' });
  t.deepEqual(validateEdit({ ...backwards, endDate: '2026-05-02' }), {});
});

test('an edit needs no team and sends only the changed fields', (t) => {
  const before = { ...filled, name: 'Spring launch', teamId: '', description: 'Old' };
  t.deepEqual(validateEdit(before), {});
  t.deepEqual(changesBetween(before, { ...before, name: 'Spring launch ' }), {});
  t.deepEqual(changesBetween(before, { ...before, description: ' ', status: 'active' }), {
    description: null,
    status: 'active',
  });
});
