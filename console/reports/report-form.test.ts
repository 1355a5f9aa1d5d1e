import test from 'ava';
import { bodyOf, inForm, initialReport, validate } from './report-form.ts';

const filled = { ...initialReport('team-1', 'en'), clientDomain: 'client.example', name: 'October' };

test('a report is about its client, of one list, with its parts in the order of the page', (t) => {
  const parts = ['standing', 'lost'] as const;
  const body = bodyOf({ ...filled, parts, emails: 'a@x.example, b@x.example' });
  t.deepEqual(body.subject, { kind: 'client', id: 'client.example' });
  t.is(body.teamId, 'team-1');
  t.deepEqual(body.parts, ['lost', 'standing']);
  t.deepEqual(body.recipients, ['a@x.example', 'b@x.example']);
  t.is(bodyOf({ ...filled, teamId: '' }).teamId, null);
  t.deepEqual(validate(filled), {});
});

test('a schedule is of periods, at an hour, and waits unless it goes out by itself', (t) => {
  const { schedule } = bodyOf({ ...filled, goesOut: 'alone', hour: '17' });
  t.deepEqual(schedule, { hour: 17, waits: false });
  t.deepEqual(bodyOf({ ...filled, goesOut: 'waits' }).schedule, { hour: 8, waits: true });
  t.is(bodyOf({ ...filled, goesOut: 'waits', period: 'own' }).schedule, null);
  t.is(bodyOf(filled).schedule, null);
});

test('what is missing or wrong is said at its field', (t) => {
  const wrong = validate({ ...filled, name: ' ', clientDomain: '', emails: 'a@x.example b' });
  t.deepEqual(Object.keys(wrong).toSorted(), ['clientDomain', 'emails', 'name']);
  t.is(wrong.emails, '“b” isn’t an email address');
  t.deepEqual(inForm({ recipients: 'Too many', from: 'No' }, filled), { emails: 'Too many', from: 'No' });
});
