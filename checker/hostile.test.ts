/** Pages made to hurt whoever reads them, through the whole HTTP tier: each ends in a verdict, in time and in bounds. */
import { gzipSync } from 'node:zlib';
import test from 'ava';
import type { LinkStatus, ReasonCode } from '../command-service/events/observation.ts';
import { type CheckerOptions, openChecker } from './check.ts';
import { article, html, keptLog, redirect, startSite, type TestPage } from './testing/test-site.ts';

const CLIENT = 'https://client.example/shop';
const LINK = `<a href="${CLIENT}">x</a>`;
/** For pages that take all the time they get, and for pages that only have to be read. */
const SHORT_MS = 2_000;
const LONG_MS = 30_000;
const MB = 1_048_576;

/** Sends a piece as often as it is taken, or for ever. */
function flood(piece: Buffer, times = Number.POSITIVE_INFINITY, headers: Record<string, string> = {}): TestPage {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', ...headers });
    let left = times;
    const more = () => {
      while (!response.destroyed && left > 0) {
        left--;
        if (!response.write(piece)) return;
      }
      if (left === 0) response.end();
    };
    response.on('drain', more);
    more();
  };
}

/** A piece every so often, for ever. */
function drip(piece: string, everyMs: number): TestPage {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write('<!doctype html>');
    const timer = setInterval(() => response.write(piece), everyMs);
    response.once('close', () => clearInterval(timer));
  };
}

const manyLinks = (html: string, count: number) => flood(Buffer.from(html.repeat(1_000)), count / 1_000);
/** 16 MB of one byte make 16 kB; sixty-four times over it is 1 GB in 1 MB. */
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
  '/one-attribute-for-ever': pending(flood(Buffer.from(`<a href="${'x'.repeat(64 * 1024)}`)), 'too-large'),
  '/one-comment-for-ever': pending(flood(Buffer.from(`<!-- ${LINK.repeat(1_000)}`)), 'too-large'),
  '/attributes-for-ever': pending(flood(Buffer.from(`<a ${'x=y '.repeat(10_000)}`)), 'too-large'),
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
  '/empty': pending('', 'not-rendered'),
  '/endless': pending(flood(Buffer.from('<p>more and more</p>'.repeat(1_000))), 'too-large'),
  '/one-byte-at-a-time': pending(drip('x', 200), 'timeout'),
  '/silent': pending(() => {}, 'timeout'),
  '/to-metadata': pending(redirect('http://169.254.169.254/latest/meta-data/'), 'address-not-allowed'),
  '/round-and-round': pending(redirect('/round-and-round'), 'redirect-loop'),
  '/refreshing': pending(article('', '<meta http-equiv="refresh" content="0;url=/refreshed">'), 'redirect-loop'),
  '/refreshed': pending(article('', '<meta http-equiv="refresh" content="0;url=/refreshing">'), 'redirect-loop'),
  '/headers': pending((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'x-long': 'x'.repeat(200_000) }).end(LINK);
  }, 'too-large'),
};

/** The most that heap and buffers grow by while `run` runs, in bytes. */
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
  const logger = keptLog();
  const checker = openChecker({ logger, allowHosts: [host], render: 'never', timeoutMs: LONG_MS, ...more });
  t.teardown(() => checker.close());
  const check = async (url: string) => {
    const result = (await checker.check(url, [CLIENT])).get(CLIENT);
    if (result === undefined) throw new Error('no result');
    return result;
  };
  return { check, log: logger };
}

test.serial('hostile pages all at once each end in their verdict, in time, and leave a plain page alone', async (t) => {
  const pages = Object.fromEntries(Object.entries(cases).map(([path, { page }]) => [path, page]));
  const site = await startSite({ ...pages, '/plain': article(LINK) });
  t.teardown(() => site.close());
  const { check, log: logger } = setUp(t, site.host);
  const { check: checkShortly } = setUp(t, site.host, { timeoutMs: SHORT_MS });
  const grown = await growth(async () => {
    const hostile = Object.entries(cases).map(async ([path, expected]) => {
      const { verdict } = await (expected.reason === 'timeout' ? checkShortly : check)(site.url(path));
      const { status, reason } = verdict;
      t.deepEqual({ status, reason }, { status: expected.status, reason: expected.reason }, path);
    });
    t.is((await check(site.url('/plain'))).verdict.status, 'live');
    await Promise.all(hostile);
  });
  t.deepEqual(logger.lines, []);
  t.log(`grew by ${Math.round(grown / MB)} MB at most`);
  t.true(grown < 400 * MB, `${Math.round(grown / MB)} MB`);
});

test.serial('five million <a> tags read to their end are counted without being kept', async (t) => {
  const site = await startSite({ '/': manyLinks('<a>', 5_000_000) });
  t.teardown(() => site.close());
  const { check } = setUp(t, site.host, { maxBytes: 20 * MB });
  const grown = await growth(async () => {
    const { observation, verdict } = await check(site.url('/'));
    t.like(verdict, { status: 'pending', reason: 'not-rendered' });
    t.like(observation.visits[0], { complete: true, bytes: 15_000_000 });
  });
  t.log(`grew by ${Math.round(grown / MB)} MB at most`);
  t.true(grown < 300 * MB, `${Math.round(grown / MB)} MB`);
});
