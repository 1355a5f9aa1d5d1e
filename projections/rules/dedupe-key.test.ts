import test from 'ava';
import fc from 'fast-check';
import { addressOf } from '../../checker/page/link-address.ts';
import { linkAddresses } from '../../checker/testing/address-generators.ts';
import { addressKey, dedupeKey } from './dedupe-key.ts';

const A = 'https://blog.example/post';
const C = 'https://client.example/shoes';

for (const [article, client] of [
  ['http://www.blog.example/post/', 'https://client.example:443/shoes#brown'],
  ['https://BLOG.example/post?utm_source=mail', 'https://client.example/%73hoes?gclid=1'],
] as const) {
  test(`${article} to ${client} is the same promise as the plain one`, (t) => {
    t.is(dedupeKey(article, client), dedupeKey(A, C));
  });
}

for (const [article, client] of [
  [A, 'https://client.example/hats'],
  ['https://blog.example/post?page=2', C],
  [C, A],
  [`${A}%2F`, C],
] as const) {
  test(`${article} to ${client} is another promise`, (t) => {
    t.not(dedupeKey(article, client), dedupeKey(A, C));
  });
}

test('without both addresses there is nothing to be the same', (t) => {
  for (const [article, client] of [
    ['', C],
    [A, ''],
    ['', ''],
    ['mailto:joe@blog.example', C],
  ] as const) {
    t.is(dedupeKey(article, client), null);
  }
});

test('a key is lower case and of one length, so that it is compared at no cost', (t) => {
  t.regex(dedupeKey(A, C) ?? '', /^[0-9a-f]{32}$/);
});

test('addresses are the same here exactly when they are to the checker', (t) => {
  fc.assert(
    fc.property(fc.oneof(linkAddresses, fc.webUrl({ withQueryParameters: true, withFragments: true })), (address) => {
      t.is(addressKey(address), addressOf(address)?.key ?? null);
    }),
    { numRuns: 5_000 },
  );
});
