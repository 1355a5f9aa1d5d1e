import test from 'ava';
import fc from 'fast-check';
import { safeReturnPath } from './return-to.ts';

test('a path of our own is kept with its query and fragment', (t) => {
  t.is(safeReturnPath('/trash?page=2#top'), '/trash?page=2#top');
  t.is(safeReturnPath('/'), '/');
});

test('another site, another scheme, the API and nonsense lead to the dashboard', (t) => {
  const wrong = [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/./\\evil.example',
    '/.//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'trash',
    '',
    '/api/logout',
    '/API/logout',
    `/${'a'.repeat(3_000)}`,
    undefined,
    ['/trash'],
  ];
  for (const value of wrong) t.is(safeReturnPath(value), '/', String(value));
});

test('no return path leads a browser off our site', (t) => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    ':',
    '@',
    'evil.example',
    'http:',
    '\t',
    '\n',
    '%2f',
    '?',
    '#',
    'a',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const answer = safeReturnPath(`/${pieces.join('')}`);
      t.is(new URL(answer, 'http://ours.example').origin, 'http://ours.example');
    }),
  );
});

test('the page that confirms an address is a return path, and no other path under /api is', (t) => {
  t.is(safeReturnPath('/api/user/email/confirm?token=abc'), '/api/user/email/confirm?token=abc');
  for (const path of ['/api/user/email', '/api/user/email/confirm/', '/api/user/email/confirm/../../photo', '/API/x']) {
    t.is(safeReturnPath(path), '/');
  }
});
