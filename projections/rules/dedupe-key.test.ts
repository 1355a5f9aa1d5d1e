import test from 'ava';
import { dedupeKey } from './dedupe-key.ts';

const A = 'https://blog.example/post';
const C = 'https://client.example/shoes';

for (const [article, client] of [
  ['http://www.blog.example/post/', 'https://client.example:443/shoes#brown'],
  ['https://BLOG.example/post?utm_source=mail', 'https://client.example/%73hoes?gclid=1'],
] as const) {
  test(`${article} to ${client} has the key of the plain addresses`, (t) => {
    t.is(dedupeKey(article, client), dedupeKey(A, C));
  });
}

for (const [article, client] of [
  [A, 'https://client.example/hats'],
  ['https://blog.example/post?page=2', C],
  [C, A],
  [`${A}%2F`, C],
] as const) {
  test(`${article} to ${client} has a different key`, (t) => {
    t.not(dedupeKey(article, client), dedupeKey(A, C));
  });
}

test('a link without two web addresses has no key', (t) => {
  for (const [article, client] of [
    ['', C],
    [A, ''],
    ['', ''],
    ['mailto:joe@blog.example', C],
  ] as const) {
    t.is(dedupeKey(article, client), null);
  }
});

test('a key is 32 lower-case hex digits', (t) => {
  t.regex(dedupeKey(A, C) ?? '', /^[0-9a-f]{32}$/);
});

test('the key of an address pair never changes: views store it', (t) => {
  t.is(dedupeKey(A, C), '25acdfdb4707a64998fdd926ef75f2ff');
});
