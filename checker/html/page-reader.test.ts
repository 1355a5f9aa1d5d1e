import test from 'ava';
import fc from 'fast-check';
import { pages } from '../testing/corpus/all-pages.ts';
import { ELEMENTS, PLACES } from '../testing/element-places.ts';
import { MUTANTS_IN_TEST, mutate, randomFrom } from '../testing/page-mutants.ts';
import { isBeyondParser, type PageReading, readWithParser } from '../testing/parse5-oracle.ts';
import { readWithScanner } from '../testing/scanner-reading.ts';
import { MAX_ANCHOR, MAX_SNIPPET, MAX_TITLE } from './page-reader.ts';

/** Everything except the anchor texts and the ends of noscripts, which are defined only for well-formed pages. */
function essence(reading: PageReading) {
  const { links, base, title, metas, headLinks } = reading;
  return {
    links: links.map(({ href, rel }) => ({ href, rel })),
    base,
    title,
    metas: metas.map(({ name, httpEquiv, content }) => ({ name, httpEquiv, content })),
    headLinks,
  };
}

test('the corpus has at least 60 pages with unique names', (t) => {
  t.true(pages.length >= 60);
  t.is(new Set(pages.map((page) => page.name)).size, pages.length);
});

for (const page of pages) {
  test(`the scanner and parse5 agree: ${page.name}`, (t) => {
    const { snippets, ...scanned } = readWithScanner(page.html);
    const parsed = readWithParser(page.html);
    t.deepEqual(essence(scanned), essence(parsed));
    if (page.wellFormed !== false) t.deepEqual(scanned, parsed);
    for (const snippet of snippets) t.true(page.html.includes(snippet) && snippet.startsWith('<'));
  });
}

for (const [place, pageWith] of Object.entries(PLACES)) {
  test(`the scanner and parse5 agree on every element in ${place}`, (t) => {
    for (const name of ELEMENTS) {
      const page = pageWith(name);
      if (!isBeyondParser(page)) t.deepEqual(essence(readWithScanner(page)), essence(readWithParser(page)), page);
    }
  });
}

test('the scanner and parse5 agree on the words that every element separates', (t) => {
  // Table parts are moved out of the link or ignored, and `</hr>` has no meaning.
  const inLink = ELEMENTS.filter((name) => !/^(table|td|th|tr|hr)$/.test(name));
  for (const name of inLink) {
    const page = `<body><a href=x>one<${name}>two</${name}>three</a>`;
    t.is(readWithScanner(page).links[0]?.anchor, readWithParser(page).links[0]?.anchor, page);
  }
});

test('the scanner and parse5 agree on links and head of mutants of the corpus', (t) => {
  const random = randomFrom(20_261_121);
  let linked = 0;
  for (let i = 0; i < MUTANTS_IN_TEST; i++) {
    const mutant = mutate(pages[Math.floor(random() * pages.length)]!.html, random);
    const scanned = essence(readWithScanner(mutant));
    const parsed = essence(readWithParser(mutant));
    if (JSON.stringify(scanned) !== JSON.stringify(parsed) && !isBeyondParser(mutant)) {
      t.deepEqual({ mutant, ...scanned }, { mutant, ...parsed });
      return;
    }
    if (parsed.links.length > 0) linked++;
  }
  t.true(linked > MUTANTS_IN_TEST / 2, 'most mutants have links');
});

const tokens = fc.constantFrom(
  ...[
    '<a href=x>',
    '</a>',
    '<a href="y" rel=z>',
    '<b>',
    '</b>',
    '<p>',
    'text',
    ' ',
    '&amp',
    ';',
    '<!--',
    '-->',
    '--!>',
    '<!',
    '>',
  ],
  ...[
    '<svg>',
    '</svg>',
    '<![CDATA[',
    ']]>',
    '<script>',
    '</script>',
    '<template>',
    '</template>',
    '<title>',
    '</title>',
  ],
  ...[
    '<style>',
    '</style>',
    '"',
    "'",
    '=',
    '/',
    '<',
    '\0',
    '\r\n',
    '<select>',
    '</select>',
    '<noscript>',
    '<img alt=i>',
  ],
);

test('the scanner and parse5 agree on any sequence of tokens', (t) => {
  fc.assert(
    fc.property(fc.array(tokens, { maxLength: 40 }), (parts) => {
      const soup = parts.join('');
      return JSON.stringify(essence(readWithScanner(soup))) === JSON.stringify(essence(readWithParser(soup)));
    }),
    { numRuns: 2000 },
  );
  t.pass();
});

test('chunking does not change the reading, including snippets', (t) => {
  const random = randomFrom(7);
  const anyPage = fc.nat(pages.length - 1).map((i) => mutate(pages[i]!.html, random));
  const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(anyPage, cuts, (page, pieces) => {
      t.deepEqual(readWithScanner(page, pieces), readWithScanner(page, [page.length + 1]));
    }),
    { numRuns: 400 },
  );
  for (const { html } of pages) t.deepEqual(readWithScanner(html, [1]), readWithScanner(html, [html.length + 1]));
});

test('texts are cut to their limits without splitting a character', (t) => {
  const long = '👟'.repeat(2000);
  const page = `<title>x${long}</title><a href="/${'y'.repeat(400)}">x${long}</a><a href="/">x<img alt="${long}"></a>`;
  const { title, links, snippets } = readWithScanner(page);
  t.is(title, `x${'👟'.repeat(MAX_TITLE / 2 - 1)}`);
  t.is(links[0]?.anchor, `x${'👟'.repeat(MAX_ANCHOR / 2 - 1)}`);
  t.is(snippets[0]?.length, MAX_SNIPPET);
  t.true(snippets[1]!.isWellFormed() && snippets[1]!.length >= MAX_SNIPPET - 1);
});

const MB = 1_000_000;
const hostile: readonly (readonly [string, string])[] = [
  ['five million link tags', '<a>'.repeat(5 * MB)],
  ['a million links with addresses', '<a href=x>'.repeat(MB)],
  ['endless less-than signs', '<'.repeat(10 * MB)],
  ['endless end tag openers', '</'.repeat(5 * MB)],
  ['a quote that never closes', `<a href="${'x '.repeat(5 * MB)}`],
  ['endless opening quotes', `<a ${`x="'`.repeat(2 * MB)}`],
  ['a comment that never ends', `<!--${'-!'.repeat(5 * MB)}`],
  ['a comment of dashes', `<!--${'-'.repeat(10 * MB)}`],
  ['endless comment openers', '<!--'.repeat(2 * MB)],
  ['a script of escapes', `<script>${'<!--<script'.repeat(MB)}`],
  ['a style full of false ends', `<style>${'</styl'.repeat(2 * MB)}`],
  ['a title that never ends', `<title>${'&amp;'.repeat(2 * MB)}`],
  ['nested boxes', '<div>'.repeat(100_000) + '</div>'.repeat(100_000)],
  ['nested SVG', '<svg>'.repeat(100_000) + '</x>'.repeat(100_000) + '</svg>'.repeat(100_000)],
  ['nested HTML in SVG', '<svg><desc><p><b>'.repeat(100_000) + '</b>'.repeat(100_000)],
  ['nested templates', '<template>'.repeat(100_000) + '</template>'.repeat(100_000)],
  ['nested tables', '<table><td>'.repeat(100_000) + '</table>'.repeat(100_000)],
  ['blanks without content', ' \n'.repeat(5 * MB)],
  ['one link around everything', `<a href=x>${'word <i>&nbsp;</i> '.repeat(500_000)}`],
  ['endless attributes', `<a ${'href=x '.repeat(MB)}`],
  ['an endless tag name', `<${'a'.repeat(10 * MB)}`],
];

for (const [name, page] of hostile) {
  test(`a hostile page is read in linear time: ${name}`, (t) => {
    const { links } = readWithScanner(page, [65_536]);
    t.is(links.length, name === 'a million links with addresses' ? MB : name.startsWith('one link') ? 1 : 0);
  });
}
