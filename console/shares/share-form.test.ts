import test from 'ava';
import { addressesIn, bodyOf, initialShare, validate, wrongAddresses } from './share-form.ts';

const filled = { ...initialShare, clientDomain: 'acme.example' };

test('addresses are taken however they are separated, and blanks are dropped', (t) => {
  t.deepEqual(addressesIn(' a@x.example, b@x.example;\n\n c@x.example  ,'), [
    'a@x.example',
    'b@x.example',
    'c@x.example',
  ]);
  t.deepEqual(addressesIn('  '), []);
});

test('a password is sent only while the box is ticked, and exactly as it was typed', (t) => {
  t.is(bodyOf({ ...filled, password: ' kept ' }, 0).password, null);
  t.is(bodyOf({ ...filled, protect: 'yes', password: ' kept ' }, 0).password, ' kept ');
});

test('one’s own links have no team, and a share without an end has no expiry', (t) => {
  const body = bodyOf(filled, 0);
  t.is(body.teamId, null);
  t.is(body.expiresAt, null);
  t.is(bodyOf({ ...filled, expires: '7' }, 0).expiresAt, '1970-01-08T00:00:00.000Z');
});

test('what is missing is said beside its field', (t) => {
  t.deepEqual(validate(filled), {});
  t.deepEqual(Object.keys(validate({ ...initialShare, protect: 'yes' })).toSorted(), ['clientDomain', 'password']);
  t.regex(validate({ ...filled, emails: 'a@x.example, nonsense' }).emails ?? '', /^nonsense: /);
});

test('a refusal of the server names the address it is about', (t) => {
  t.deepEqual(wrongAddresses('a@x.example b', { 'emails.1': 'no' }), ['b: no']);
});
