import { domainToASCII, domainToUnicode } from 'node:url';
import test from 'ava';
import fc from 'fast-check';
import { splitUrl } from '../../../console/platform/format/urls.ts';
import { decodeHosts, encodeBeyondAscii } from './readable-address.ts';
import { searchable, sought } from './searched-text.ts';

const finds = (typed: string, text: string) => searchable(text).includes(sought(typed));

const WIKI = ['https://bücher.example/wiki/Žižek', 'https://xn--bcher-kva.example/wiki/%C5%BDi%C5%BEek'];

test('an address is found in each spelling of its host and path, and by a part of each', (t) => {
  const typed = [
    ...['büch', 'BÜCHER.example', 'xn--bch', 'xn--bcher-kva', 'XN--BCHER-KVA.Example', 'cher.exa'],
    ...['Žiž', 'žižek', '%C5%BD', '%c5%bdi%C5', '%C5', '/wiki/%C5%BDi%C5%BEek', 'i%C5%BEek', 'bdi%c5'],
    ...['bücher.example/wiki/žižek', 'xn--bcher-kva.example/wiki/Žižek', 'bücher.example/wiki/%C5%BDi'],
    ...['bücher.example/wiki/%C5', ...WIKI],
  ];
  for (const each of typed.flatMap((text) => [text, text.normalize('NFD')])) {
    for (const address of WIKI) t.true(finds(each, address), `${each} in ${address}`);
  }
  t.false(finds('bucher.example', WIKI[0] ?? ''));
  t.false(finds('%C5%BEe%C5', WIKI[0] ?? ''));
});

test('escapes of ASCII, and what URL parsing removes, make no difference', (t) => {
  t.true(finds('/wiki/A_(b)', 'https://a.example/wiki/A_%28b%29'));
  t.true(finds('/wiki/A_%28b%29', 'https://a.example/wiki/A_(b)'));
  t.true(finds('summer sale', 'https://a.example/summer%20sale'));
  t.true(finds('a.example/b', 'https://a.example:443/x/../b'));
  t.true(finds('a.example:443/x/../b', 'https://a.example:443/x/../b'));
});

test('invalid escapes and Punycode are searched as they are', (t) => {
  for (const text of [
    ...['100%', '50% off', '%', '%%', '%zz', '%F1%E0%F0', '%C0%AF', '%ED%A0%80', 'a_b', '\ud800', 'a\ud800%C5'],
    ...['xn--', 'xn---', 'xn--99999999', 'xn--a-ecp.ru', `xn--${'z'.repeat(59)}`, `xn--${'9'.repeat(200)}`],
  ]) {
    t.true(finds(text, text), text);
    t.true(finds(text, `https://a.example/${text}/${text}?q=ž`), text);
  }
  t.false(finds('100%', 'https://a.example/100'));
  t.false(finds('a_b', 'https://a.example/a-b'));
});

test('sharp s and the Turkish letters are found in any case', (t) => {
  for (const host of ['straße.example', 'STRASSE.example', 'İstanbul.example', 'ISPARTA.example', 'ısparta.example']) {
    const address = `https://${host}/${host}`;
    for (const typed of [host, host.toLowerCase(), host.toUpperCase(), encodeURI(host), domainToASCII(host)])
      t.true(finds(typed, address), `${typed} in ${address}`);
  }
});

const LETTERS = [...'aZ09._~-', ...'äßžŽéİıσςж日語ΐᾍ', 'ṩ', '가', '😀'];
const word = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 8 });
/** Without ß, which upper case writes in ASCII: a list shows no host that way. */
const label = fc
  .string({ unit: fc.constantFrom(...'abz09äžéж日語가'), minLength: 1, maxLength: 8 })
  .filter((text) => URL.parse(`http://${text}x.example/`) !== null)
  .map((text) => `${text}x`);
const reserved = fc.constantFrom('/', '%2F', '%20', '(', '%', '%F1', '&', '+', '%C5%8');
const path = fc.array(fc.oneof(word, word.map(encodeURIComponent), reserved), { maxLength: 5 });
const address = fc.tuple(label, path).map(([host, parts]) => `https://www.${host}.example/${parts.join('')}`);

test('what a list shows of any address finds it, in Unicode and ASCII, in NFC and NFD, in any case', (t) => {
  fc.assert(
    fc.property(address, fc.boolean(), fc.nat(), fc.nat(), (given, isParsed, from, length) => {
      const stored = isParsed ? new URL(given).href : given;
      const { host, rest } = splitUrl(stored);
      const letters = rest.match(/%[c-f][0-9a-f](?:%[89ab][0-9a-f])*|%[0-9a-f]{2}|./giu) ?? [];
      const start = from % (letters.length + 1);
      const part = letters.slice(start, start + 1 + (length % 8)).join('');
      const texts = [stored, host, domainToUnicode(host), rest, part, `${host}${rest}`];
      for (const shown of [...texts, `${domainToUnicode(host)}${rest}`, new URL(stored).href]) {
        for (const typed of [shown, shown.normalize('NFD'), shown.toUpperCase(), shown.toLowerCase()])
          t.true(finds(typed, stored), `${typed} in ${stored}`);
      }
      for (const shown of [rest, part]) {
        for (const form of [shown.normalize('NFC'), shown.normalize('NFD')].map(encodeBeyondAscii))
          t.true(finds(form, stored), `${form} in ${stored}`);
      }
    }),
    { numRuns: 300 },
  );
});

test('hosts are decoded as URL parsing encodes them', (t) => {
  fc.assert(
    fc.property(label, (text) => {
      const host = new URL(`http://${text}.example/`).hostname;
      t.is(decodeHosts(host), domainToUnicode(host));
    }),
  );
});
