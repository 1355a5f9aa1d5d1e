import test from 'ava';
import type { NearMissCause } from '../../command-service/contract/observation.ts';
import { editDistance, nearMisses, possibleRedirectors } from './near-misses.ts';

const CLIENT = 'https://www.client-shop.example/shoes/';
const PAGE = 'https://blog.example/post';

/** The href on the page and the expected cause; null without a cause. */
const rows: readonly (readonly [raw: string, expected: NearMissCause | null])[] = [
  ['client-shop.example/shoes/', 'no-scheme'],
  ['www.client-shop.example/shoes', 'no-scheme'],
  ['ttp://client-shop.example/shoes/', 'no-scheme'],
  ['//https://client-shop.example/shoes', 'double-scheme'],
  ['\u201dhttps://client-shop.example/shoes/\u201d', 'curly-quotes'],
  ['\u201cclient-shop.example/shoes/\u201c', 'curly-quotes'],
  ['https://client-shop.example/shoes/\u201d', 'curly-quotes'],
  ['http://https://client-shop.example/shoes/', 'double-scheme'],
  ['https://https//www.client-shop.example/shoes/', 'double-scheme'],
  ['https://blog.client-shop.example/shoes/', 'other-subdomain'],
  ['https://shop.client-shop.example/', 'other-subdomain'],
  ['https://clinet-shop.example/shoes/', 'typo-in-host'],
  ['https://client-shops.example/shoes/', 'typo-in-host'],
  ['https://clientshop.example/shoes/', 'typo-in-host'],
  ['https://other-shop.example/shoes/', null],
  ['/go/?url=https%3A%2F%2Fclient-shop.example%2Fshoes', 'redirector'],
  ['https://www.awin1.com/cread.php?ued=https://www.client-shop.example/shoes/', 'redirector'],
  ['https://web.archive.org/web/2024/https://client-shop.example/shoes/', 'redirector'],
  ['https://client-shop.example/boots', 'other-path'],
  ['https://client-shop.example.evil.example/shoes/', null],
  ['mailto:a@client-shop.example', null],
  ['https://www.client-shop.example/shoes', null],
];

for (const [raw, expected] of rows) {
  test(`a link to ${raw} is ${expected ?? 'no near miss'}`, (t) => {
    const href = URL.parse(raw, PAGE)?.href ?? '';
    t.is(nearMisses(CLIENT, [{ raw, href }], '')[0]?.cause ?? null, expected);
  });
}

test('the address as plain text is found with its path, but not as a part of another name', (t) => {
  const found = (text: string, client = CLIENT) => nearMisses(client, [], text).map(({ href }) => href);
  t.deepEqual(found('See www.client-shop.example/shoes/, they say.'), ['client-shop.example/shoes/']);
  t.deepEqual(found('We like client-shop.example. Do you?', 'https://client-shop.example/'), ['client-shop.example']);
  t.deepEqual(found('client-shop.example/boots and me@client-shop.example'), []);
});

test('the most likely cause comes first, then the closest address', (t) => {
  const links = ['https://client-shop.example/', 'https://client-shop.example/sho', 'client-shop.example/shoes'].map(
    (raw) => ({ raw, href: URL.parse(raw, PAGE)?.href ?? '' }),
  );
  t.deepEqual(
    nearMisses(CLIENT, links, '').map(({ href }) => href),
    ['client-shop.example/shoes', 'https://client-shop.example/sho', 'https://client-shop.example/'],
  );
});

test('a swap, an insertion, a deletion and a replacement each count once', (t) => {
  t.is(editDistance('client', 'cleint'), 1);
  t.is(editDistance('client', 'clients'), 1);
  t.is(editDistance('client', 'cliet'), 1);
  t.is(editDistance('client', 'klient'), 1);
  t.is(editDistance('', 'ab'), 2);
});

test('links of affiliate networks, shorteners and the site’s own redirector may lead anywhere', (t) => {
  const links = [
    'https://www.awin1.com/x?a=1',
    'https://bit.ly/3abc',
    '/go/shop',
    'https://other.example/go/shop',
    '/a',
  ];
  const candidates = links.map((raw) => ({ raw, href: URL.parse(raw, PAGE)?.href ?? '' }));
  t.deepEqual(possibleRedirectors(candidates, PAGE), [
    'https://www.awin1.com/x?a=1',
    'https://bit.ly/3abc',
    'https://blog.example/go/shop',
  ]);
});
