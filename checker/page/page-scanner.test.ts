import test from 'ava';
import fc from 'fast-check';
import type { Visit } from '../../command-service/contract/observation.ts';
import { pages } from '../testing/corpus/all-pages.ts';
import { CLIENT_LINK, type CorpusPage, PAGE_URL } from '../testing/corpus/corpus-page.ts';
import { randomFrom } from '../testing/page-mutants.ts';
import { readWithParser } from '../testing/parse5-oracle.ts';
import { judge } from '../verdict/judge.ts';
import { matchLinks } from './link-matcher.ts';
import { type PageFacts, PageScanner } from './page-scanner.ts';

function scan(html: string, clientLinks: readonly string[], pageUrl = PAGE_URL): PageFacts {
  const scanner = new PageScanner(pageUrl, clientLinks);
  scanner.write(html);
  return scanner.end();
}

function visitOf(page: CorpusPage, facts: PageFacts, client: string): Visit {
  const found = facts.found.get(client)!;
  return {
    by: 'http',
    requestedUrl: PAGE_URL,
    finalUrl: PAGE_URL,
    hops: [],
    httpStatus: 200,
    contentType: 'text/html',
    charset: 'utf-8',
    retryAfter: null,
    complete: true,
    bytes: page.html.length,
    durationMs: 1,
    title: facts.title,
    metaRobots: facts.metaRobots,
    xRobotsTag: page.xRobotsTag ?? null,
    canonical: facts.canonical,
    contentHash: null,
    challenge: facts.challenge,
    matches: found.matches,
    nearest: found.nearest,
    linkCount: facts.linkCount,
    error: null,
  };
}

for (const page of pages) {
  test(`the scanner and the judge give the expected result: ${page.name}`, (t) => {
    const { expected } = page;
    const client = page.clientLink ?? CLIENT_LINK;
    const facts = scan(page.html, [client]);
    const found = facts.found.get(client)!;
    t.is(found.matches.length, expected.matches);
    t.is(facts.challenge, expected.challenge ?? false);
    if (expected.title !== undefined) t.is(facts.title, expected.title);
    if (expected.canonical !== undefined) t.is(facts.canonical, expected.canonical);
    if (expected.metaRobots !== undefined) t.is(facts.metaRobots, expected.metaRobots);
    if (expected.nearest !== undefined) t.is(found.nearest[0]?.href, expected.nearest);
    t.deepEqual(facts.refresh, expected.refresh ?? null);

    const visit = visitOf(page, facts, client);
    const verdict = judge({ visits: [visit, { ...visit, by: 'browser' }], browserSkipped: null });
    if (expected.matches > 0) {
      t.is(verdict.status, 'live');
      t.is(verdict.anchor, expected.anchor ?? null);
      t.is(verdict.linkType, expected.linkType ?? null);
      t.is(verdict.linkTypeCause, expected.cause ?? null);
    } else {
      t.is(verdict.reason, expected.challenge ? 'blocked' : 'not-on-page');
    }
  });

  test(`the scanner finds the links that parse5 and matchLinks find: ${page.name}`, (t) => {
    const client = page.clientLink ?? CLIENT_LINK;
    const { links, base } = readWithParser(page.html);
    const baseUrl = (base === null ? null : URL.parse(base, PAGE_URL)) ?? new URL(PAGE_URL);
    const resolved = links.flatMap(({ href, anchor }) => {
      const url = URL.parse(href, baseUrl);
      return url === null ? [] : [{ href: url.href, anchor, rel: [], snippet: '' }];
    });
    const facts = scan(page.html, [client]);
    t.is(facts.linkCount, links.length);
    const hrefs = (found: PageFacts['found'] extends ReadonlyMap<string, infer F> ? F : never) => ({
      matches: found.matches.map((link) => link.href),
      nearest: found.nearest.map((link) => link.href),
    });
    t.deepEqual(hrefs(facts.found.get(client)!), hrefs(matchLinks(client, resolved)));
  });
}

test('one pass finds many client links and returns each under the text it was passed as', (t) => {
  const clients = [
    'https://one.example/a',
    'http://www.one.example/a/',
    'https://two.example',
    'nonsense',
    'https://three.example/',
  ];
  const { found } = scan(
    '<a href="https://one.example/a">1</a><a href="//two.example/">2</a><a href="https://one.example/b">',
    clients,
  );
  t.deepEqual([...found.keys()], clients);
  t.deepEqual(
    clients.map((client) => [found.get(client)!.matches.length, found.get(client)!.nearest.length]),
    [
      [1, 1],
      [1, 1],
      [1, 0],
      [0, 0],
      [0, 0],
    ],
  );
});

test('the scanner finds a hundred client links on one page', (t) => {
  const clients = Array.from({ length: 100 }, (_, i) => `https://client${i}.example/shoes/`);
  const page = clients.map((client, i) => `<p><a href="${client}?utm_source=x">${i}</a></p>`).join('');
  const { found } = scan(page, clients);
  t.deepEqual(
    clients.map((client) => found.get(client)!.matches[0]?.anchor),
    clients.map((_, i) => `${i}`),
  );
});

test('a page is decided only when every link has a dofollow match and the head is over', (t) => {
  const scanner = new PageScanner(PAGE_URL, ['https://one.example/', 'https://two.example/']);
  const steps: readonly (readonly [string, boolean])[] = [
    ['<!doctype html><title>x</title><meta name=robots content=index>', false],
    ['<p>Text <a href="https://one.example/">one', false],
    ['</a> <a href="https://two.example/" rel="nofollow">two</a>', false],
    [' <a href="https://two.example/">again', false],
    ['</a>', true],
    ['<p>more', true],
  ];
  for (const [piece, decided] of steps) {
    scanner.write(piece);
    t.is(scanner.decided, decided, piece);
  }
});

test('without client links a page is decided at the end of its head', (t) => {
  const scanner = new PageScanner(PAGE_URL, []);
  scanner.write('<head><title>x</title>');
  t.false(scanner.decided);
  scanner.write('</head><body>');
  t.true(scanner.decided);
});

test('chunking does not change the facts of a page', (t) => {
  const random = randomFrom(3);
  fc.assert(
    fc.property(fc.nat(pages.length - 1), fc.integer({ min: 1, max: 50 }), (i, longest) => {
      const { html, clientLink = CLIENT_LINK } = pages[i]!;
      const scanner = new PageScanner(PAGE_URL, [clientLink]);
      for (let at = 0; at < html.length; ) {
        const size = 1 + Math.floor(random() * longest);
        scanner.write(html.slice(at, at + size));
        at += size;
      }
      t.deepEqual(scanner.end(), scan(html, [clientLink]));
    }),
    { numRuns: 200 },
  );
});

test('a late base also applies to the links before it', (t) => {
  const page =
    '<a href="/shoes/">relative</a><a href="https://client.example/shoes">absolute</a><base href="//elsewhere.example/">';
  const facts = scan(page, ['https://client.example/shoes'], 'https://client.example/');
  t.deepEqual(
    facts.found.get('https://client.example/shoes')!.matches.map((link) => link.anchor),
    ['absolute'],
  );
  const moved = scan(page, ['https://elsewhere.example/shoes'], 'https://client.example/');
  t.deepEqual(
    moved.found.get('https://elsewhere.example/shoes')!.matches.map((link) => link.href),
    ['https://elsewhere.example/shoes/'],
  );
});

test('an address longer than any client link is counted and matches nothing', (t) => {
  const facts = scan(`<a href="${CLIENT_LINK}?utm_x=${'y'.repeat(20_000)}">x</a>`, [CLIENT_LINK]);
  t.is(facts.linkCount, 1);
  t.is(facts.found.get(CLIENT_LINK)!.matches.length, 0);
});

test('textLength counts visible text without scripts, templates and noscript, up to a limit', (t) => {
  const of = (html: string) => scan(html, []).textLength;
  t.is(
    of(
      '<title>title</title><p>one two</p>\n<script>three</script><style>x</style><noscript>four</noscript><template>five</template> six',
    ),
    9,
  );
  t.is(of('x'.repeat(100_000)), 2048);
  t.is(of('<div id="root"></div>'), 0);
});

test('absolute hrefs resolve even if the page URL is invalid', (t) => {
  const facts = scan(
    `<a href="/x">x</a><a href="${CLIENT_LINK}">y</a><link rel=canonical href="/c">`,
    [CLIENT_LINK],
    'nonsense',
  );
  t.is(facts.found.get(CLIENT_LINK)!.matches.length, 1);
  t.is(facts.canonical, null);
});
