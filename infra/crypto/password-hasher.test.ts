import { argon2Sync } from 'node:crypto';
import test from 'ava';
import { BusyError } from '../ports/storage/errors.ts';
import { createPasswordHasher } from './password-hasher.ts';

test('a hash verifies its password and no other', async (t) => {
  const passwords = createPasswordHasher();
  const hash = await passwords.hash('Straße 12 ');
  t.true(await passwords.verify('Straße 12 ', hash));
  for (const wrong of ['Straße 12', 'strasse 12 ', '', 'Straße 12  ']) t.false(await passwords.verify(wrong, hash));
});

test('a hash names its parameters, and two hashes of one password differ', async (t) => {
  const passwords = createPasswordHasher();
  const [one, two] = await Promise.all([passwords.hash('tea'), passwords.hash('tea')]);
  t.regex(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  t.not(one, two);
  t.false(one.includes('tea'));
});

test('a hash with other parameters still verifies', async (t) => {
  const nonce = Buffer.from('somesaltsomesalt');
  const cost = { memory: 64, passes: 1, parallelism: 1 };
  const tag = argon2Sync('argon2id', { message: Buffer.from('tea'), nonce, tagLength: 24, ...cost });
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  const hash = `$argon2id$v=19$m=64,t=1,p=1$${text(nonce)}$${text(tag)}`;
  t.true(await createPasswordHasher().verify('tea', hash));
  t.false(await createPasswordHasher().verify('Tea', hash));
});

test('without a hash every password is wrong', async (t) => {
  t.false(await createPasswordHasher().verify('', null));
});

test('a malformed hash is an error and not a wrong password', async (t) => {
  await t.throwsAsync(createPasswordHasher().verify('tea', 'tea'), { instanceOf: TypeError });
  await t.throwsAsync(createPasswordHasher().verify('tea', '$argon2id$v=19$m=64,t=1,p=1$$'), { instanceOf: TypeError });
});

test('a full queue refuses more passwords, and accepts them again once it has room', async (t) => {
  const passwords = createPasswordHasher({ atOnce: 1, waiting: 2 });
  const asked = await Promise.allSettled(Array.from({ length: 6 }, () => passwords.verify('tea', null)));
  const refused = asked.filter((each): each is PromiseRejectedResult => each.status === 'rejected');
  t.is(refused.length, 3);
  t.true(refused.every(({ reason }) => reason instanceof BusyError));
  t.false(await passwords.verify('tea', null));
});
