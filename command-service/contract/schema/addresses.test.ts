import test from 'ava';
import fc from 'fast-check';
import { addressesIn, addressProblem, looksLikeAddress, normalizeAddress } from './addresses.ts';

test('white space, quotes and brackets around an address are removed', (t) => {
  for (const typed of [
    'https://blog.example/post',
    '  https://blog.example/post\t',
    '"https://blog.example/post"',
    "'https://blog.example/post'",
    '“https://blog.example/post”',
    '„https://blog.example/post“',
    '«https://blog.example/post»',
    '`https://blog.example/post`',
    '<https://blog.example/post>',
    '(https://blog.example/post)',
    '[https://blog.example/post]',
    '"<https://blog.example/post>",',
    '"https://blog.example/post',
    'https://blog.example/post"',
    '\u200Bhttps://blog.example/post\uFEFF',
  ]) {
    t.is(normalizeAddress(typed), 'https://blog.example/post', typed);
  }
});

test('a bracket that belongs to the address stays', (t) => {
  const address = 'https://en.wikipedia.example/wiki/Link_(film)';
  t.is(normalizeAddress(address), address);
  t.is(normalizeAddress(`(${address})`), address);
  t.is(normalizeAddress('https://[::1]:8080/a'), 'https://[::1]:8080/a');
});

test('https:// is added where the scheme is missing', (t) => {
  t.is(normalizeAddress(' example.com/a?b=c '), 'https://example.com/a?b=c');
  t.is(normalizeAddress('localhost:8080/x'), 'https://localhost:8080/x');
  t.is(normalizeAddress('//example.com'), 'https://example.com');
  t.is(normalizeAddress('"blog.example"'), 'https://blog.example');
  t.is(normalizeAddress('bücher.example/ä'), 'https://bücher.example/ä');
  t.is(normalizeAddress('127.0.0.1/a'), 'https://127.0.0.1/a');
});

test('a text that is not an address is only trimmed', (t) => {
  for (const text of ['', 'http://example.com', 'HTTPS://EXAMPLE.COM', 'mailto:a@b.c', 'tbd', 'n/a', '-', '"Acme"'])
    t.is(normalizeAddress(` ${text} `), text);
  for (const text of ['12.50', '03.02.2026', 'sam@fairwind.example', 'in progress', '//x', '..', 'e.g. later'])
    t.is(normalizeAddress(text), text);
});

test('two addresses in one field are recognized', (t) => {
  const both = ['https://a.example/1', 'https://b.example/2'];
  for (const separator of [' ', '\n', '\r\n', '\t', ', ', ',', ';', ' | ', '|', '']) {
    t.deepEqual(addressesIn(both.join(separator)), both, JSON.stringify(separator));
  }
  t.deepEqual(addressesIn('"https://a.example/1",\n"https://b.example/2",\n'), both);
  t.deepEqual(addressesIn('a.example/1 b.example/2'), both);
  t.deepEqual(addressesIn(''), []);
  t.is(normalizeAddress(' https://a.example/1 https://b.example/2'), 'https://a.example/1 https://b.example/2');
});

test('an address within another address does not count as a second address', (t) => {
  for (const address of [
    'https://archive.example/web/2026/https://blog.example/post',
    'https://blog.example/share?url=https://client.example/',
    'https://blog.example/?list=1,https://client.example/',
    'https://blog.example/a,b',
  ]) {
    t.deepEqual(addressesIn(address), [address]);
    t.is(addressProblem(address), null);
  }
});

test('each invalid address is refused with its cause', (t) => {
  const refused: [string, RegExp][] = [
    ['http://http://x', /starts with http:\/\/ twice/],
    ['https://http://x.example', /starts with http:\/\/ twice/],
    ['https://https:/x.example', /starts with https:\/\/ twice/],
    ['https://a.example/1 https://a.example/2', /has 2 URLs/],
    ['https://a.example/my page', /must not have spaces/],
    ['https://"https://quoted.example/post"', /host that cannot exist: "https/],
    ['https://a.example/\nb', /one line/],
    ['ftp://a.example', /must be a web address/],
    ['javascript:alert(1)', /must be a web address/],
    ['two words', /must be a web address/],
    ['tbd', /must be a web address/],
    ['https://me:secret@a.example', /user name or password/],
  ];
  for (const [address, problem] of refused) t.regex(addressProblem(address) ?? '', problem, address);
});

test('a cell is recognized as an address only if it can be one', (t) => {
  for (const cell of ['https://a.example', 'a.example/b', '<http://a.example>']) t.true(looksLikeAddress(cell), cell);
  for (const cell of ['', 'Acme', '12', '12.5', '2026-03-01', '03.02.2026', 'a@b.example', 'http://', '1.2 Mio.'])
    t.false(looksLikeAddress(cell), cell);
});

const wrapped = fc.tuple(
  fc.webUrl({ withQueryParameters: true, withFragments: true }).filter((url) => addressProblem(url) === null),
  fc.constantFrom(
    ['', ''],
    ['"', '"'],
    ['<', '>'],
    ['(', ')'],
    ['“', '”'],
    [' \t', '\r\n'],
    ['"<', '>" '],
    ['\u200B', ''],
  ),
);

test('an address stays the same and valid, whatever surrounds it', (t) => {
  fc.assert(
    fc.property(wrapped, ([url, [before, after]]) => {
      // An apostrophe or a bracket at the end may belong to the address or to its surroundings.
      fc.pre(!/['"),;]$/.test(url));
      t.is(normalizeAddress(`${before}${url}${after}`), url);
    }),
  );
});

test('normalizing twice changes nothing more, whatever the text', (t) => {
  const piece = fc.constantFrom(
    'https://',
    'http:',
    '//',
    'a.example',
    '/x',
    ' ',
    '\n',
    '"',
    "'",
    '<',
    '>',
    '(',
    ')',
    ',',
    ';',
    'é',
    '@',
    ':80',
  );
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(piece, { maxLength: 8 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(text, (typed) => {
      const once = normalizeAddress(typed);
      t.is(normalizeAddress(once), once);
    }),
    { numRuns: 500 },
  );
});

test('a list of addresses is split into the same addresses, line by line', (t) => {
  const urls = fc.array(
    fc.webUrl().filter((url) => addressProblem(url) === null && !/['"),;]$/.test(url)),
    { minLength: 2, maxLength: 6 },
  );
  fc.assert(
    fc.property(urls, fc.constantFrom('\n', '\r\n', ' ', '\t'), (all, end) => {
      t.deepEqual(addressesIn(all.join(end)), all);
    }),
  );
});
