import test from 'ava';
import fc from 'fast-check';
import { linkAddresses } from '../../checker/testing/address-generators.ts';
import { addressOf, bareHost, sameAddress } from './link-address.ts';

const same: readonly (readonly [string, string, string])[] = [
  ['http and https', 'http://client.example/shoes', 'https://client.example/shoes'],
  ['www', 'https://www.client.example/', 'https://client.example'],
  ['upper case hosts', 'https://CLIENT.Example/a', 'https://client.example/a'],
  ['default ports', 'https://client.example:443/a', 'http://client.example:80/a'],
  ['fragments', 'https://client.example/a#top', 'https://client.example/a'],
  ['trailing slashes', 'https://client.example/a/', 'https://client.example/a'],
  ['a trailing slash before a query', 'https://client.example/a/?b=1', 'https://client.example/a?b=1'],
  ['an empty query', 'https://client.example/a?', 'https://client.example/a'],
  ['hex case', 'https://client.example/%c3%a9', 'https://client.example/%C3%A9'],
  ['encoded unreserved characters', 'https://client.example/%7Ejoe%2dx', 'https://client.example/~joe-x'],
  ['raw and encoded umlauts', 'https://client.example/über', 'https://client.example/%C3%BCber'],
  ['tracking parameters', 'https://client.example/a?utm_source=x&b=1&gclid=2&fbclid=3', 'https://client.example/a?b=1'],
  ['only tracking parameters', 'https://client.example/a?UTM_Campaign=x', 'https://client.example/a'],
  ['an encoded tracking parameter', 'https://client.example/a?utm%5Fsource=x', 'https://client.example/a'],
  ['dot segments', 'https://client.example/b/../a/./', 'https://client.example/a'],
  ['backslashes', 'https:\\\\client.example\\a', 'https://client.example/a'],
  ['the dot of the root', 'https://client.example./a', 'https://client.example/a'],
  ['international hosts', 'https://bücher.example/', 'https://xn--bcher-kva.example'],
  ['full-width letters', 'https://ｃｌｉｅｎｔ.example/', 'https://client.example'],
  ['credentials', 'https://me:secret@client.example/', 'https://client.example'],
  ['white space around', ' \nhttps://client.example/a\t', 'https://client.example/a'],
  ['addresses in numbers', 'http://0x7f.1/', 'http://127.0.0.1'],
];
for (const [what, one, other] of same) test(`${what} make no difference`, (t) => t.true(sameAddress(one, other)));

const different: readonly (readonly [string, string, string])[] = [
  ['another path', 'https://client.example/a', 'https://client.example/b'],
  ['the case of the path', 'https://client.example/a', 'https://client.example/A'],
  ['an encoded slash', 'https://client.example/a%2Fb', 'https://client.example/a/b'],
  ['another query', 'https://client.example/a?b=1', 'https://client.example/a'],
  ['the order of the query', 'https://client.example/a?b=1&c=2', 'https://client.example/a?c=2&b=1'],
  ['another port', 'https://client.example:8443/a', 'https://client.example/a'],
  ['another subdomain', 'https://shop.client.example/', 'https://client.example'],
  ['a longer host', 'https://client.example.evil.example/', 'https://client.example'],
  ['the host in front of an at sign', 'https://client.example@evil.example/', 'https://client.example'],
  ['a host that is nothing without www', 'https://www.com/', 'https://com/'],
  ['a parameter that only begins like a tracker', 'https://client.example/?gclids=1', 'https://client.example'],
];
for (const [what, one, other] of different) test(`${what} makes a difference`, (t) => t.false(sameAddress(one, other)));

test('a text that is not a web address matches nothing, not even itself', (t) => {
  for (const link of [
    'javascript:void(0)',
    'mailto:a@client.example',
    'ftp://client.example/',
    'data:,x',
    '',
    '/a',
    'https://[',
  ]) {
    t.is(addressOf(link), null);
    t.false(sameAddress(link, link));
  }
});

test('a relative address is resolved against its base', (t) => {
  t.is(addressOf('../b?c', 'https://client.example/x/y/')?.key, 'http://client.example/x/b?c');
  t.is(addressOf('//www.other.example', 'https://client.example/')?.host, 'other.example');
});

test('bareHost() keeps a name that would be empty without www', (t) => {
  t.deepEqual(['www.client.example', 'www.www.client.example', 'www.', 'wwwx.example', '.'].map(bareHost), [
    'client.example',
    'client.example',
    'www',
    'wwwx.example',
    '.',
  ]);
});

test('normalizing twice changes nothing', (t) => {
  fc.assert(
    fc.property(fc.oneof(linkAddresses, fc.webUrl({ withQueryParameters: true, withFragments: true })), (link) => {
      const address = addressOf(link);
      if (address !== null) t.deepEqual(addressOf(address.key), address);
    }),
    { numRuns: 5000 },
  );
});

test('sameAddress() is an equivalence relation', (t) => {
  fc.assert(
    fc.property(linkAddresses, linkAddresses, linkAddresses, (a, b, c) => {
      if (addressOf(a) !== null) t.true(sameAddress(a, a));
      t.is(sameAddress(a, b), sameAddress(b, a));
      if (sameAddress(a, b) && sameAddress(b, c)) t.true(sameAddress(a, c));
    }),
    { numRuns: 3000 },
  );
});
