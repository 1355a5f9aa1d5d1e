import test from 'ava';
import { email } from './fields.ts';

const isAddress = (text: string) => email('Email').required().isValidSync(text, { strict: true });

test('an email address with a look-alike letter is refused', (t) => {
  for (const good of ['kim@example.com', 'Kim+note@Example.com', 'jörg@exämple.de', '李@例え.jp']) {
    t.true(isAddress(good), good);
  }
  for (const bad of [
    '\u212aim@example.com',
    'kim@\u212abc.com',
    'a@b',
    'a b@c.de',
    'a@b.c\n',
    '<a@b.cd>',
    'a,b@c.de',
  ]) {
    t.false(isAddress(bad), JSON.stringify(bad));
  }
});
