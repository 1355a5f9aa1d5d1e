import test from 'ava';
import {
  addressesIn,
  bodyOf,
  changesOf,
  hasInput,
  initialShare,
  PERSONAL,
  validate,
  valuesOf,
  wrongAddresses,
} from './share-form.ts';

const TODAY = '2026-03-31';
const filled = { ...initialShare, clientDomain: 'acme.example' };

test('addresses may be separated by commas, semicolons or white space', (t) => {
  t.deepEqual(addressesIn(' a@x.example, b@x.example;\n\n c@x.example  ,'), [
    'a@x.example',
    'b@x.example',
    'c@x.example',
  ]);
  t.deepEqual(addressesIn('  '), []);
});

test('the password is sent unchanged, and only while its box is checked', (t) => {
  t.is(bodyOf({ ...filled, password: ' kept ' }, 0).password, null);
  t.is(bodyOf({ ...filled, protect: true, password: ' kept ' }, 0).password, ' kept ');
});

test('everything, personal links and a team are named, and a share without an end has no expiry', (t) => {
  const body = bodyOf(filled, 0);
  t.is(body.teamId, 'all');
  t.like(bodyOf({ ...filled, scope: PERSONAL }, 0), { teamId: null });
  t.like(bodyOf({ ...filled, scope: 't1' }, 0), { teamId: 't1' });
  t.is(body.expiresAt, null);
  t.is(bodyOf({ ...filled, expires: '7' }, 0).expiresAt, '1970-01-08T00:00:00.000Z');
  t.is(bodyOf({ ...filled, expires: 'day', end: '2026-03-31' }, 0).expiresAt, '2026-03-31T23:59:59.999Z');
});

test('each error belongs to a field', (t) => {
  t.deepEqual(validate(filled, TODAY, initialShare), {});
  t.deepEqual(Object.keys(validate({ ...initialShare, protect: true }, TODAY, initialShare)).toSorted(), [
    'clientDomain',
    'password',
  ]);
  t.regex(
    validate({ ...filled, emails: 'a@x.example, nonsense' }, TODAY, initialShare).emails ?? '',
    /^“nonsense” isn’t/,
  );
});

test('a share of one day names the day, which is not in the future', (t) => {
  t.is(bodyOf({ ...filled, day: '2026-03-30' }, 0).asOf, null);
  const ofDay = { ...filled, shows: 'day', day: '2026-03-30' };
  t.is(bodyOf(ofDay, 0).asOf, '2026-03-30');
  t.deepEqual(validate(ofDay, TODAY, initialShare), {});
  t.deepEqual(Object.keys(validate({ ...ofDay, day: '' }, TODAY, initialShare)), ['day']);
  t.deepEqual(Object.keys(validate({ ...ofDay, day: '2026-04-01' }, TODAY, initialShare)), ['day']);
});

test('an edit sends what differs, and a password only if it is typed or its box is cleared', (t) => {
  const share = {
    ...{
      id: 's1',
      name: 'Board',
      clientDomain: 'acme.example',
      clientName: 'Acme',
      teamId: 't1',
      lists: ['t1'],
      url: '',
    },
    ...{
      hasPassword: true,
      emails: ['a@x.example'],
      createdAt: '',
      createdByName: 'Ann',
      isAuthor: true,
      reportId: null,
      views: 0,
    },
    ...{ expiresAt: '2026-05-01T10:00:00.000Z', asOf: '2026-03-30T23:59:59.999Z', revision: 3 },
  };
  const initial = valuesOf(share);
  const changes = (more: Partial<typeof initial>) => changesOf({ ...initial, ...more }, initial, 0);
  t.deepEqual(changes({}), {});
  t.deepEqual(validate(initial, TODAY, initial), {});
  t.deepEqual(changes({ password: 'new' }), { password: 'new' });
  t.deepEqual(changes({ protect: false }), { password: null });
  t.deepEqual(changes({ emails: '', scope: PERSONAL }), { emails: [], teamId: null });
  t.deepEqual(changes({ end: '2026-06-01' }), { expiresAt: '2026-06-01T23:59:59.999Z' });
  t.deepEqual(changes({ expires: '' }), { expiresAt: null });
  t.deepEqual(Object.keys(validate({ ...initial, end: '' }, TODAY, initial)), ['end']);
});

test('a server error names the address it is about', (t) => {
  t.deepEqual(wrongAddresses('a@x.example b', { 'emails.1': 'no' }), ['“b” isn’t an email address']);
});

test('a change of any field counts as input', (t) => {
  t.false(hasInput(initialShare, initialShare));
  t.true(hasInput({ ...initialShare, scope: 'team' }, initialShare));
  t.true(hasInput({ ...initialShare, protect: true }, initialShare));
});
