import test, { type ExecutionContext } from 'ava';
import { makeDialer } from '../network/dialer.ts';
import { makeGuard } from '../network/ssrf-guard.ts';
import { article, html, startSite, type TestPage } from '../testing/test-site.ts';
import { emptyFacts } from '../visit/visit-record.ts';
import { PageCache } from './page-cache.ts';
import { openPageFetcher } from './page-fetcher.ts';

const CLIENT = 'https://client.example/shop';
const OTHER = 'https://other.example/';
const LINK = `<a href="${CLIENT}">the shop</a>`;

/** A site that answers 304 to whoever has `etag`, and a fetcher for it. `bodies` counts the pages that were sent. */
async function setUp(t: ExecutionContext, page: { markup: string; etag: string; more?: Record<string, string> }) {
  const counts = { bodies: 0, conditional: 0 };
  const answer: TestPage = (request, response) => {
    if (request.headers['if-none-match'] !== undefined) counts.conditional++;
    if (request.headers['if-none-match'] === page.etag) {
      response.writeHead(304, { etag: page.etag, ...page.more }).end();
      return;
    }
    counts.bodies++;
    html(response, page.markup, { etag: page.etag, ...page.more });
  };
  const site = await startSite({ '/': answer });
  const guard = makeGuard([site.host]);
  const fetcher = openPageFetcher({ guard, dialer: makeDialer({ guard }), userAgent: 'Test/1', now: () => new Date() });
  t.teardown(async () => {
    await fetcher.close();
    await site.close();
  });
  const visit = async (...clients: string[]) => {
    const seen = (await fetcher.visit(site.url('/'), clients, AbortSignal.timeout(5_000))).get(clients[0] ?? '');
    if (seen === undefined) throw new Error('no visit');
    return seen;
  };
  return { visit, counts };
}

test('a page that has not changed is not sent again, and says what it said', async (t) => {
  const { visit, counts } = await setUp(t, {
    markup: article(LINK, '<meta name="robots" content="noindex">'),
    etag: '"1"',
  });
  const first = await visit(CLIENT);
  t.is(first.notModified, undefined);
  const { durationMs: _, ...second } = await visit(CLIENT);
  const { durationMs: __, ...before } = first;
  t.deepEqual(second, { ...before, bytes: 0, notModified: true });
  t.deepEqual(counts, { bodies: 1, conditional: 1 });
});

test('a page that has changed is read anew', async (t) => {
  const page = { markup: article(LINK), etag: '"1"' };
  const { visit, counts } = await setUp(t, page);
  await visit(CLIENT);
  Object.assign(page, { markup: article(''), etag: '"2"' });
  const changed = await visit(CLIENT);
  t.is(changed.notModified, undefined);
  t.deepEqual(changed.matches, []);
  t.is((await visit(CLIENT)).httpStatus, 200);
  t.deepEqual(counts, { bodies: 3, conditional: 1 });
});

test('absence is never renewed, nor anything for a link that was not looked for', async (t) => {
  const { visit, counts } = await setUp(t, { markup: article(LINK), etag: '"1"' });
  for (let round = 0; round < 2; round++) t.true((await visit(OTHER)).complete);
  t.is((await visit(CLIENT)).matches.length, 1);
  t.is((await visit(OTHER, CLIENT)).notModified, undefined);
  t.deepEqual(counts, { bodies: 4, conditional: 0 });
});

test('a server that never says otherwise is asked for the whole page after six times', async (t) => {
  const { visit, counts } = await setUp(t, { markup: article(LINK), etag: '"1"' });
  for (let round = 0; round < 8; round++) await visit(CLIENT);
  t.deepEqual(counts, { bodies: 2, conditional: 6 });
});

test('what a server wants forgotten is not remembered', async (t) => {
  const { visit, counts } = await setUp(t, {
    markup: article(LINK),
    etag: '"1"',
    more: { 'cache-control': 'private, no-store' },
  });
  for (let round = 0; round < 2; round++) await visit(CLIENT);
  t.deepEqual(counts, { bodies: 2, conditional: 0 });
});

test('a header that comes with the renewal holds from then on', async (t) => {
  const more: Record<string, string> = { 'x-robots-tag': 'noarchive' };
  const { visit } = await setUp(t, { markup: article(LINK), etag: '"1"', more });
  t.is((await visit(CLIENT)).xRobotsTag, 'noarchive');
  more['x-robots-tag'] = 'noindex';
  t.is((await visit(CLIENT)).xRobotsTag, 'noindex');
  delete more['x-robots-tag'];
  t.is((await visit(CLIENT)).xRobotsTag, 'noindex');
});

test('pages are remembered only as far as there is room', (t) => {
  const memory = new PageCache(10_000);
  const facts = { ...emptyFacts('http', ''), httpStatus: 200, title: 'x'.repeat(500) };
  const seen = { href: CLIENT, anchor: '', rel: [], snippet: '' };
  const found = new Map([[CLIENT, { matches: [seen], nearest: [] }]]);
  const page = (n: number) => new URL(`https://a.example/${n}`);
  for (let n = 0; n < 1_000; n++) memory.keep(page(n), { etag: '"1"' }, facts, found);
  const remembered = Array.from({ length: 1_000 }, (_, n) => n).filter(
    (n) => memory.recall(page(n), [CLIENT]) !== null,
  );
  t.true(remembered.length > 2 && remembered.length < 20, `${remembered.length}`);
  t.is(remembered.at(-1), 999);
});
