import test from 'ava';
import { clientDomain, domainKey } from './client-domain.ts';

const cases: [string, string][] = [
  ['https://www.example.com/shoes?x=1', 'example.com'],
  ['https://shop.example.co.uk/', 'example.co.uk'],
  ['https://anns-shoes.myshopify.com/', 'anns-shoes.myshopify.com'],
  ['https://EXAMPLE.com:8443/', 'example.com'],
  ['https://example.com./', 'example.com'],
  ['https://münchen.de/', 'xn--mnchen-3ya.de'],
  ['http://localhost:3000/a', 'localhost'],
  ['http://127.0.0.1:8080/a', '127.0.0.1'],
  ['http://[::1]:8080/a', '[::1]'],
  ['http://co.uk/', 'co.uk'],
  ['not an address', 'not an address'],
];

for (const [link, domain] of cases) {
  test(`the client of ${link} is ${domain}`, (t) => {
    t.is(clientDomain(link), domain);
  });
}

test('a domain is named as people type it', (t) => {
  for (const typed of ['münchen.de', 'MÜNCHEN.de'.normalize('NFD'), 'XN--mnchen-3ya.de']) {
    t.is(domainKey(typed), clientDomain('https://münchen.de/'));
  }
  for (const [link] of cases) t.is(domainKey(clientDomain(link)), clientDomain(link));
  t.is(domainKey('keine Domäne'), 'keine domäne');
  t.is(domainKey('domäne/pfad'), 'domäne/pfad');
});
