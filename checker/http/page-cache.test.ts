import test, { type ExecutionContext } from 'ava';
import { makeDialer } from '../../infra/network/dialer.ts';
import { makeGuard } from '../../infra/network/ssrf-guard.ts';
import { article, html, startSite, type TestPage } from '../testing/test-site.ts';
import { emptyFacts } from '../visit/visit-record.ts';
import { PageCache } from './page-cache.ts';
import { PageFetcher } from './page-fetcher.ts';

const CLIENT = 'https://client.example/shop';
const OTHER = 'https://other.example/';
const LINK = `<a href="${CLIENT}">the shop</a>`;

/** A site that answers 304 to the current `etag`, and a fetcher for it. `bodies` counts the complete pages it sent. */
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
  const fetcher = new PageFetcher({ guard, dialer: makeDialer({ guard }), userAgent: 'Test/1', now: () => new Date() });
  t.teardown(async () => {
    await fetcher.close();
    await site.close();
  });
  const visit = async (...clients: string[]) => {
    const seen = (await fetcher.visit(site.url('/'), clients, AbortSignal.timeout(5_000))).visits.get(clients[0] ?? '');
    if (seen === undefined) throw new Error('no visit');
    return seen;
  };
  return { visit, counts };
}

test('a page that has not changed is not sent again and has the same facts', async (t) => {
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

test('a page that has changed is read again', async (t) => {
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

test('a 304 never confirms that a link is absent, nor a link that the cached visit did not look for', async (t) => {
  const { visit, counts } = await setUp(t, { markup: article(LINK), etag: '"1"' });
  for (let round = 0; round < 2; round++) t.true((await visit(OTHER)).complete);
  t.is((await visit(CLIENT)).matches.length, 1);
  t.is((await visit(OTHER, CLIENT)).notModified, undefined);
  t.deepEqual(counts, { bodies: 4, conditional: 0 });
});

test('after six 304 answers in a row the whole page is requested', async (t) => {
  const { visit, counts } = await setUp(t, { markup: article(LINK), etag: '"1"' });
  for (let round = 0; round < 8; round++) await visit(CLIENT);
  t.deepEqual(counts, { bodies: 2, conditional: 6 });
});

test('a page with no-store is not cached', async (t) => {
  const { visit, counts } = await setUp(t, {
    markup: article(LINK),
    etag: '"1"',
    more: { 'cache-control': 'private, no-store' },
  });
  for (let round = 0; round < 2; round++) await visit(CLIENT);
  t.deepEqual(counts, { bodies: 2, conditional: 0 });
});

test('a header of the 304 replaces the cached one', async (t) => {
  const more: Record<string, string> = { 'x-robots-tag': 'noarchive' };
  const { visit } = await setUp(t, { markup: article(LINK), etag: '"1"', more });
  t.is((await visit(CLIENT)).xRobotsTag, 'noarchive');
  more['x-robots-tag'] = 'noindex';
  t.is((await visit(CLIENT)).xRobotsTag, 'noindex');
  delete more['x-robots-tag'];
  t.is((await visit(CLIENT)).xRobotsTag, 'noindex');
});

test('the cache drops the oldest pages when it is full', (t) => {
  const cache = new PageCache(10_000);
  const facts = { ...emptyFacts('http', ''), httpStatus: 200, title: 'x'.repeat(500) };
  const seen = { href: CLIENT, anchor: '', rel: [], snippet: '' };
  const found = new Map([[CLIENT, { matches: [seen], nearest: [], similar: [] }]]);
  const page = (n: number) => new URL(`https://a.example/${n}`);
  for (let n = 0; n < 1_000; n++) cache.store(page(n), { etag: '"1"' }, facts, { found, isCharsetGuessed: false });
  const cached = Array.from({ length: 1_000 }, (_, n) => n).filter((n) => cache.get(page(n), [CLIENT]) !== null);
  t.true(cached.length > 2 && cached.length < 20, `${cached.length}`);
  t.is(cached.at(-1), 999);
});
