import test from 'ava';
import fc from 'fast-check';
import { addressOf } from '../../command-service/contract/link-address.ts';
import type { FoundLink } from '../../command-service/contract/observation.ts';
import { hrefs, linkAddresses } from '../testing/address-generators.ts';
import { MAX_MATCHES, MAX_NEAREST, MAX_SIMILAR, NO_MATCHES } from '../visit/visit-record.ts';
import { HrefFilter, matchLinks } from './link-matcher.ts';

function seen(href: string, anchor = ''): FoundLink {
  return { href, anchor, rel: [], snippet: `<a href="${href}">` };
}

test('matches are in page order, near misses most similar first', (t) => {
  const found = matchLinks('https://www.client.example/shoes/brown', [
    seen('https://client.example/about'),
    seen('https://client.example/shoes/brown/', 'first'),
    seen('https://other.example/shoes/brown'),
    seen('https://client.example/shoes/black'),
    seen('http://client.example/shoes/brown#size', 'second'),
    seen('https://client.example/about#team'),
  ]);
  t.deepEqual(
    found.matches.map((link) => link.anchor),
    ['first', 'second'],
  );
  t.deepEqual(
    found.nearest.map((link) => link.href),
    ['https://client.example/shoes/black', 'https://client.example/about'],
  );
});

test('matchLinks keeps the first 20 matches and the 5 most similar near misses', (t) => {
  const links = Array.from({ length: 50 }, (_, i) => [
    seen('https://client.example/aa', `${i}`),
    seen(`https://client.example/x${i}`),
  ]);
  const found = matchLinks('https://client.example/aa', [...links.flat(), seen('https://client.example/ab')]);
  t.deepEqual(
    found.matches.map((link) => link.anchor),
    Array.from({ length: MAX_MATCHES }, (_, i) => `${i}`),
  );
  t.is(found.nearest.length, MAX_NEAREST);
  t.is(found.nearest[0]?.href, 'https://client.example/ab');
});

test('links of looser matchings are kept separately, at most 10 on the same host and 10 on other subdomains', (t) => {
  const others = Array.from({ length: 15 }, (_, i) => seen(`https://s${i}.client.example/aa?n=${i}`));
  const own = Array.from({ length: 15 }, (_, i) => seen(`https://client.example/aa?n=${i}`));
  const none = [
    ...['https://client.example/ab', 'https://client.example/aa/b', 'https://client.example:8080/aa'],
    ...['https://notclient.example/aa', 'https://example/aa', 'mailto:aa@client.example'],
  ].map((href) => seen(href));
  const { matches, similar } = matchLinks('https://www.client.example/aa', [
    ...[...others, ...none, ...own],
    seen('http://client.example/aa#top'),
  ]);
  t.is(matches.length, 1);
  t.deepEqual(similar, [...others.slice(0, MAX_SIMILAR), ...own.slice(0, MAX_SIMILAR)]);
});

test('two sites of one hosting domain are not subdomains of each other', (t) => {
  const { similar } = matchLinks('https://ann.github.io/tea', [seen('https://bob.github.io/tea')]);
  t.deepEqual(similar, []);
});

test('a client link that is not a web address matches nothing', (t) => {
  for (const link of ['', 'shoes', 'mailto:a@client.example', 'javascript:void(0)']) {
    t.deepEqual(matchLinks(link, [seen(link), seen('https://client.example/')]), NO_MATCHES);
  }
});

test('a javascript: base is ignored', (t) => {
  const filter = new HrefFilter('https://client.example/x/', ['client.example']);
  filter.setBase('javascript:void(0)');
  t.is(filter.resolve('y')?.href, 'https://client.example/x/y');
});

test('mayMatch never rejects an href on one of the hosts', (t) => {
  fc.assert(
    fc.property(
      fc.constantFrom('https://journal.example/p/', 'https://client.example/', 'nonsense', 'http://127.0.0.1:8000/'),
      fc.option(fc.oneof(linkAddresses, hrefs), { nil: null }),
      fc.array(linkAddresses, { minLength: 1, maxLength: 3 }),
      fc.oneof(hrefs, linkAddresses),
      (page, base, clients, href) => {
        const hosts = clients.flatMap((client) => addressOf(client)?.host ?? []);
        const filter = new HrefFilter(page, hosts);
        filter.setBase(base);
        if (filter.resolve(href) !== null) t.true(filter.mayMatch(href), `${href} on ${page} with ${base}`);
      },
    ),
    { numRuns: 10_000 },
  );
});

test('mayMatch rejects most hrefs on other hosts', (t) => {
  const filter = new HrefFilter('https://journal.example/p/', ['client.example']);
  for (const href of ['/about', '#top', 'https://other.example/x?y=1', 'mailto:me@journal.example', 'a/b.html']) {
    t.false(filter.mayMatch(href));
  }
});
