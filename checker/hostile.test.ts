/** Hostile pages through the whole HTTP tier: each gets a verdict within bounded time and memory. */
import { gzipSync } from 'node:zlib';
import test from 'ava';
import type { LinkStatus, ReasonCode } from '../command-service/contract/observation.ts';
import { type CheckerOptions, openChecker } from './check.ts';
import { article, html, recordingLog, redirect, startSite, type TestPage } from './testing/test-site.ts';

const CLIENT = 'https://client.example/shop';
const LINK = `<a href="${CLIENT}">x</a>`;
/** Time limits for pages that use all their time, and for pages that are only slow to read. */
const SHORT_MS = 5_000;
const LONG_MS = 30_000;
const MB = 1_048_576;

/** Sends a chunk repeatedly, as fast as the client reads; forever by default. */
function flood(chunk: Buffer, times = Number.POSITIVE_INFINITY, headers: Record<string, string> = {}): TestPage {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', ...headers });
    let left = times;
    const more = () => {
      while (!response.destroyed && left > 0) {
        left--;
        if (!response.write(chunk)) return;
      }
      if (left === 0) response.end();
    };
    response.on('drain', more);
    more();
  };
}

/** Sends a chunk at intervals, forever. */
function drip(chunk: string, everyMs: number): TestPage {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write('<!doctype html>');
    const timer = setInterval(() => response.write(chunk), everyMs);
    response.once('close', () => clearInterval(timer));
  };
}

const manyLinks = (html: string, count: number) => flood(Buffer.from(html.repeat(1_000)), count / 1_000);
/** 16 MB of one byte compress to 16 kB; 64 of them are 1 GB in 1 MB. */
const bomb = (byte: string) =>
  flood(gzipSync(Buffer.alloc(16 * MB, byte), { level: 9 }), 64, { 'content-encoding': 'gzip' });

interface Case {
  readonly page: TestPage;
  readonly status: LinkStatus;
  readonly reason: ReasonCode;
}

const pending = (page: TestPage, reason: ReasonCode): Case => ({ page, status: 'pending', reason });
const live = (page: TestPage): Case => ({ page, status: 'live', reason: 'found-static' });

const cases: Record<string, Case> = {
  '/five-million-links': pending(manyLinks('<a href="/other/page">x</a>', 5_000_000), 'too-large'),
  '/a-link-and-five-million': live(flood(Buffer.from(LINK + '<a href="/other">x</a>'.repeat(10_000)), 500)),
  '/nested-and-closed': live(article('<div>'.repeat(100_000) + LINK + '</div>'.repeat(100_000))),
  '/nested-in-formatting': live(article('<b><i>'.repeat(50_000) + LINK)),
  '/nested-in-tables': pending(article('<table><tr><td>'.repeat(33_000)), 'not-rendered'),
  '/endless-attribute': pending(flood(Buffer.from(`<a href="${'x'.repeat(64 * 1024)}`)), 'too-large'),
  '/endless-comment': pending(flood(Buffer.from(`<!-- ${LINK.repeat(1_000)}`)), 'too-large'),
  '/endless-attributes': pending(flood(Buffer.from(`<a ${'x=y '.repeat(10_000)}`)), 'too-large'),
  '/zeros': pending(bomb('\0'), 'too-large'),
  '/blanks': pending(bomb(' '), 'too-large'),
  '/pdf': {
    page: (_request, response) => html(response, Buffer.from(`%PDF-1.7\n${LINK}\n%%EOF`)),
    status: 'removed',
    reason: 'not-html',
  },
  '/invalid-utf8': live((_request, response) =>
    html(response, Buffer.concat([Buffer.from([0xc3, 0x28]), Buffer.from(article(LINK)), Buffer.from([0xff, 0xfe])])),
  ),
  '/empty': pending('', 'empty-page'),
  '/endless': pending(flood(Buffer.from('<p>more and more</p>'.repeat(1_000))), 'too-large'),
  '/one-byte-at-a-time': pending(drip('x', 200), 'still-loading'),
  '/silent': pending(() => {}, 'timeout'),
  '/to-metadata': pending(redirect('http://169.254.169.254/latest/meta-data/'), 'address-not-allowed'),
  '/redirect-loop': pending(redirect('/redirect-loop'), 'redirect-loop'),
  '/refreshing': pending(article('', '<meta http-equiv="refresh" content="0;url=/refreshed">'), 'redirect-loop'),
  '/refreshed': pending(article('', '<meta http-equiv="refresh" content="0;url=/refreshing">'), 'redirect-loop'),
  '/headers': pending((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'x-long': 'x'.repeat(200_000) }).end(LINK);
  }, 'headers-too-large'),
};

/** The largest growth of heap and buffers during `run`, in bytes. */
async function growth(run: () => Promise<void>): Promise<number> {
  const used = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = used();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, used());
  }, 10);
  try {
    await run();
  } finally {
    clearInterval(timer);
  }
  return Math.max(most, used()) - before;
}

function setUp(t: import('ava').ExecutionContext, host: string, more: Partial<CheckerOptions> = {}) {
  const logger = recordingLog();
  const checker = openChecker({ logger, allowHosts: [host], render: 'never', timeoutMs: LONG_MS, ...more });
  t.teardown(() => checker.close());
  const check = async (url: string) => {
    const result = (await checker.check(url, [CLIENT])).get(CLIENT);
    if (result === undefined) throw new Error('no result');
    return result;
  };
  return { check, log: logger };
}

test.serial('concurrent hostile pages each get their verdict in time and do not disturb a plain page', async (t) => {
  const pages = Object.fromEntries(Object.entries(cases).map(([path, { page }]) => [path, page]));
  const site = await startSite({ ...pages, '/plain': article(LINK) });
  t.teardown(() => site.close());
  const { check, log: logger } = setUp(t, site.host);
  const { check: checkShortly } = setUp(t, site.host, { timeoutMs: SHORT_MS });
  const grown = await growth(async () => {
    const hostile = Object.entries(cases).map(async ([path, expected]) => {
      const { verdict } = await (/^(timeout|still-loading)$/.test(expected.reason) ? checkShortly : check)(
        site.url(path),
      );
      const { status, reason } = verdict;
      t.deepEqual({ status, reason }, { status: expected.status, reason: expected.reason }, path);
    });
    t.is((await check(site.url('/plain'))).verdict.status, 'live');
    await Promise.all(hostile);
  });
  t.deepEqual(logger.lines, []);
  t.log(`memory grew by at most ${Math.round(grown / MB)} MB`);
  t.true(grown < 400 * MB, `${Math.round(grown / MB)} MB`);
});

test.serial('five million <a> tags are counted but not stored', async (t) => {
  const site = await startSite({ '/': manyLinks('<a>', 5_000_000) });
  t.teardown(() => site.close());
  const { check } = setUp(t, site.host, { maxBytes: 20 * MB });
  const grown = await growth(async () => {
    const { observation, verdict } = await check(site.url('/'));
    t.like(verdict, { status: 'pending', reason: 'empty-page' });
    t.like(observation.visits[0], { complete: true, bytes: 15_000_000 });
  });
  t.log(`memory grew by at most ${Math.round(grown / MB)} MB`);
  t.true(grown < 300 * MB, `${Math.round(grown / MB)} MB`);
});
