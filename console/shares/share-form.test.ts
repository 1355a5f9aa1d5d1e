import test from 'ava';
import { addressesIn, bodyOf, hasInput, initialShare, validate, wrongAddresses } from './share-form.ts';

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

test('personal links have no team, and a share without an end has no expiry', (t) => {
  const body = bodyOf(filled, 0);
  t.is(body.teamId, null);
  t.is(body.expiresAt, null);
  t.is(bodyOf({ ...filled, expires: '7' }, 0).expiresAt, '1970-01-08T00:00:00.000Z');
});

test('each error belongs to a field', (t) => {
  t.deepEqual(validate(filled), {});
  t.deepEqual(Object.keys(validate({ ...initialShare, protect: 'yes' })).toSorted(), ['clientDomain', 'password']);
  t.regex(validate({ ...filled, emails: 'a@x.example, nonsense' }).emails ?? '', /^nonsense: /);
});

test('a server error names the address it is about', (t) => {
  t.deepEqual(wrongAddresses('a@x.example b', { 'emails.1': 'no' }), ['b: no']);
});

test('the scope that the form chooses is no input', (t) => {
  t.false(hasInput({ ...initialShare, scope: 'team' }, initialShare));
  t.true(hasInput({ ...initialShare, protect: 'yes' }, initialShare));
});
