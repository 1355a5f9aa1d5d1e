import test from 'ava';
import { addressesIn, bodyOf, hasInput, initialShare, PERSONAL, validate, wrongAddresses } from './share-form.ts';

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
  t.is(bodyOf({ ...filled, protect: 'yes', password: ' kept ' }, 0).password, ' kept ');
});

test('everything names no team, personal links none, and a share without an end has no expiry', (t) => {
  const body = bodyOf(filled, 0);
  t.false('teamId' in body);
  t.like(bodyOf({ ...filled, scope: PERSONAL }, 0), { teamId: null });
  t.like(bodyOf({ ...filled, scope: 't1' }, 0), { teamId: 't1' });
  t.is(body.expiresAt, null);
  t.is(bodyOf({ ...filled, expires: '7' }, 0).expiresAt, '1970-01-08T00:00:00.000Z');
});

test('each error belongs to a field', (t) => {
  t.deepEqual(validate(filled), {});
  t.deepEqual(Object.keys(validate({ ...initialShare, protect: 'yes' })).toSorted(), ['clientDomain', 'password']);
  t.regex(validate({ ...filled, emails: 'a@x.example, nonsense' }).emails ?? '', /^“nonsense” isn’t an email address$/);
});

test('a server error names the address it is about', (t) => {
  t.deepEqual(wrongAddresses('a@x.example b', { 'emails.1': 'no' }), ['“b” isn’t an email address']);
});

test('every change is input', (t) => {
  t.false(hasInput(initialShare, initialShare));
  t.true(hasInput({ ...initialShare, scope: 'team' }, initialShare));
  t.true(hasInput({ ...initialShare, protect: 'yes' }, initialShare));
});
