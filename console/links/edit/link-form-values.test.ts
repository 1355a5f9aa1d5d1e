import test from 'ava';
import type { TeamAnswer } from '../../../query-service/contract/answers/teams.ts';
import { assigneeAfter, assigneesIn } from './assignees.ts';
import { changesBetween, freshValues, toFieldErrors, toRequestBody, validate } from './link-form-values.ts';

const filled = {
  ...freshValues('u1'),
  articleLink: 'https://blog.example/post',
  clientLink: 'https://client.example/',
};

test('an empty form requires both URLs and nothing else', (t) => {
  t.deepEqual(validate(freshValues('u1')), {
    articleLink: 'Article link is required',
    clientLink: 'Client link is required',
  });
});

test('a filled form becomes the body the API takes', (t) => {
  t.deepEqual(validate(filled), {});
  t.like(toRequestBody(filled), {
    duration: '30 days',
    assignedTo: 'u1',
    pocEmail: null,
    remarks: null,
    status: 'pending',
  });
});

test('a missing or invalid duration is an error of its number', (t) => {
  t.is(validate({ ...filled, amount: '' }).amount, 'Duration is required');
  for (const amount of ['0', '-1', '1.5', 'ten', '10000']) t.truthy(validate({ ...filled, amount }).amount, amount);
});

test('the server’s field names become those of the form', (t) => {
  t.deepEqual(toFieldErrors({ duration: 'too long', clientLink: 'no', teamId: 'unknown', colour: 'blue' }), {
    amount: 'too long',
    clientLink: 'no',
    teamId: 'unknown',
  });
});

test('only changed fields are sent, and a cleared text as null', (t) => {
  const before = { ...filled, remarks: 'old' };
  t.deepEqual(changesBetween(before, before), {});
  t.deepEqual(changesBetween(before, { ...before, remarks: ' ', amount: '1', unit: 'years' }), {
    remarks: null,
    duration: '1 year',
  });
});

const ME = { id: 'u1', name: 'Me' };
const person = (userId: string, firstName: string) => ({ firstName, lastName: '', email: `${userId}@a.example` });
const team: TeamAnswer = {
  id: 't1',
  name: 'Outreach',
  ownerId: 'u2',
  memberCount: 3,
  owner: { id: 'u2', ...person('u2', '') },
  members: [
    { userId: 'u3', role: 'contributor', permission: 'edit', joinedAt: '', name: 'Cy', user: person('u3', 'Cy') },
    { userId: 'u1', role: 'contributor', permission: 'full', joinedAt: '', name: 'Ann', user: person('u1', 'Ann') },
  ],
  role: 'contributor',
  permission: 'full',
  nextCheckDate: null,
  links: { total: 0, live: 0, removed: 0, notFound: 0, pending: 0 },
  createdAt: '',
  matching: 'exact',
  revision: 0,
};

test('personal links can be assigned to oneself, a team’s to its members and owner', (t) => {
  t.deepEqual(assigneesIn(null, ME), [ME]);
  t.deepEqual(
    assigneesIn(team, ME).map(({ name }) => name),
    ['Cy', 'Me', 'u2@a.example'],
  );
});

test('another team keeps the assignee if possible, otherwise takes its first member', (t) => {
  t.is(assigneeAfter('u1', team, ME), 'u1');
  t.is(assigneeAfter('u2', team, ME), 'u2');
  t.is(assigneeAfter('u9', team, ME), 'u3');
  t.is(assigneeAfter('u3', null, ME), 'u1');
  t.is(assigneeAfter('', team, ME), '');
});

test('a link moves to a team or back to its owner by the team that is sent', (t) => {
  t.deepEqual(changesBetween(filled, { ...filled, teamId: 't1' }), { teamId: 't1' });
  t.deepEqual(changesBetween({ ...filled, teamId: 't1' }, filled), { teamId: null });
  t.is(toRequestBody(filled).teamId, null);
});

test('tags are sent as a normalized list, and only if they changed', (t) => {
  t.deepEqual(toRequestBody({ ...filled, tags: 'b, A ,a;' }).tags, ['A', 'b']);
  const tagged = { ...filled, tags: 'old, new' };
  t.deepEqual(changesBetween(tagged, tagged), {});
  t.deepEqual(changesBetween(tagged, { ...tagged, tags: '' }), { tags: [] });
  t.is(validate({ ...filled, tags: 'x'.repeat(41) }).tags, 'A tag must be at most 40 characters');
});

test('an edit sends the campaign only if it changed', (t) => {
  const before = { ...filled, teamId: 't1', campaignId: 'c1' };
  t.deepEqual(changesBetween(before, before), {});
  t.deepEqual(changesBetween(before, { ...before, campaignId: 'c2' }), { campaignId: 'c2' });
  t.deepEqual(changesBetween(before, { ...before, campaignId: '' }), { campaignId: null });
  t.false('campaignId' in toRequestBody(before));
});
