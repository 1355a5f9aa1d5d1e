/**
 * A contestant of `check.ts` in a process of its own: `contestants.ts <name> <host:port>...`. Each message is a list of
 * addresses to visit; the answer is the cost of the round and the number of pages with a link to the client.
 */
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { LinkChecker } from 'linkinator';
import puppeteer from 'puppeteer';
import { Agent, type Dispatcher, request } from 'undici';
import { findPageBrowsers } from '../../../checker/browser/find-chrome.ts';
import { openChecker, type RenderMode } from '../../../checker/check.ts';
import { HrefFilter, matchLinks } from '../../../checker/page/link-matcher.ts';
import { CLIENT_LINK } from '../../../checker/testing/corpus/corpus-page.ts';
import { createLogger } from '../../observability/logger.ts';
import type { Round } from './contestant-process.ts';

type Seen = Pick<Round, 'found' | 'verdicts' | 'rendered'>;

/** Visits the pages of one round. */
interface Runner {
  run(urls: readonly string[]): Promise<Seen>;
  close?(): Promise<void>;
}

const CLIENT_HOST = 'client.example';
const CONCURRENCY = 16;
/** Concurrent tabs of the contestants with a browser. */
const TABS = 2;
const MAX_BYTES = 10 * 1024 * 1024;

const [name = '', ...hosts] = process.argv.slice(2);

/** Calls `visit` for all addresses, `width` at a time, and returns the results in order. */
async function pooled<T>(urls: readonly string[], width: number, visit: (url: string) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  const queue = urls.entries();
  const worker = async () => {
    for (const [number, url] of queue) results[number] = await visit(url);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

/** The number of pages on which `hasLink` finds the link. */
function counting(hasLink: (url: string) => Promise<boolean>, width = CONCURRENCY): Runner['run'] {
  return async (urls) => ({ found: (await pooled(urls, width, hasLink)).filter(Boolean).length });
}

function checker(render: RenderMode, width: number): Runner {
  const opened = openChecker({
    logger: createLogger('error'),
    render,
    allowHosts: hosts,
    tabs: TABS,
    timeoutMs: 60_000,
  });
  return {
    run: async (urls) => {
      const results = await pooled(urls, width, async (url) => {
        const result = (await opened.check(url, [CLIENT_LINK])).get(CLIENT_LINK);
        if (result === undefined) throw new Error('the checker did not answer');
        return result;
      });
      return {
        found: results.filter(({ verdict }) => verdict.status === 'live').length,
        verdicts: results.map(({ verdict }) => JSON.stringify(verdict)),
        rendered: results.filter(({ observation }) => observation.visits.some(({ by }) => by === 'browser')).length,
      };
    },
    close: () => opened.close(),
  };
}

const agent = new Agent();

function ask(url: string): Promise<Dispatcher.ResponseData> {
  return request(url, { dispatcher: agent, headers: { 'accept-encoding': 'gzip, deflate, br' } });
}

/** Searches the whole page at once: the least that a check can cost. */
async function whole(url: string): Promise<Buffer> {
  const { headers, body } = await ask(url);
  const packed = Buffer.from(await body.arrayBuffer());
  const coding = headers['content-encoding'];
  if (coding === undefined) return packed;
  const bound = { maxOutputLength: MAX_BYTES };
  return coding === 'br' ? brotliDecompressSync(packed, bound) : gunzipSync(packed, bound);
}

/** Searches the page in chunks as they arrive, so that a chunk bounds the memory. */
async function inPieces(url: string, take: (piece: Buffer) => void): Promise<void> {
  const { headers, body } = await ask(url);
  const coding = headers['content-encoding'];
  const plain = coding === undefined ? body : body.pipe(coding === 'br' ? createBrotliDecompress() : createGunzip());
  for await (const piece of plain) take(piece);
}

async function bare(url: string): Promise<boolean> {
  return (await whole(url)).includes(CLIENT_HOST);
}

async function bareInPieces(url: string): Promise<boolean> {
  let tail = '';
  let found = false;
  await inPieces(url, (piece) => {
    const ends = tail + piece.toString('latin1', 0, CLIENT_HOST.length);
    found ||= ends.includes(CLIENT_HOST) || piece.includes(CLIENT_HOST);
    tail = piece.toString('latin1', Math.max(0, piece.length - CLIENT_HOST.length));
  });
  return found;
}

/** Collects the checker's facts and matches with htmlparser2. */
function search(url: string): { write(text: string): void; end(): boolean } {
  const filter = new HrefFilter(url, [CLIENT_HOST]);
  const head: Record<string, string>[] = [];
  const found: { href: string; rel: string[]; anchor: string; snippet: string }[] = [];
  let open: { anchor: string } | null = null;
  let title: string | null = null;
  let inTitle = false;
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (tag === 'a' && attributes.href !== undefined) {
        const resolved = filter.mayMatch(attributes.href) ? filter.resolve(attributes.href) : null;
        if (resolved === null) return;
        const link = { href: resolved.href, rel: (attributes.rel ?? '').split(/\s+/), anchor: '', snippet: '' };
        open = link;
        found.push(link);
      } else if (tag === 'base' && attributes.href !== undefined) filter.setBase(attributes.href);
      else if (tag === 'meta' || tag === 'link') head.push(attributes);
      else if (tag === 'title' && title === null) {
        title = '';
        inTitle = true;
      }
    },
    ontext(text) {
      if (inTitle) title += text;
      if (open !== null) open.anchor += text;
    },
    onclosetag(tag) {
      if (tag === 'a') open = null;
      else if (tag === 'title') inTitle = false;
    },
  });
  return {
    write: (text) => parser.write(text),
    end: () => {
      parser.end();
      return matchLinks(CLIENT_LINK, found).matches.length > 0;
    },
  };
}

async function htmlparser2(url: string): Promise<boolean> {
  const page = search(url);
  page.write((await whole(url)).toString());
  return page.end();
}

async function htmlparser2InPieces(url: string): Promise<boolean> {
  const page = search(url);
  const decoder = new TextDecoder();
  await inPieces(url, (piece) => page.write(decoder.decode(piece, { stream: true })));
  return page.end();
}

/**
 * Passes all pages of the round in one call. linkinator skips every address that is not a page of the server, including
 * the client's, so it reads each page once, makes no other request, and lists the client's link as skipped. (A function
 * instead of the expression is slightly slower.)
 */
async function linkinator(urls: readonly string[]): Promise<Seen> {
  const { links } = await new LinkChecker().check({
    path: [...urls],
    concurrency: CONCURRENCY,
    recurse: false,
    linksToSkip: ['^(?!http://127\\.0\\.0\\.1:\\d+/linked/\\d+$)'],
  });
  const parents = links.flatMap(({ url, parent }) => (URL.parse(url)?.host.endsWith(CLIENT_HOST) ? [parent] : []));
  return { found: new Set(parents).size };
}

/** Opens the page, waits for its document and evaluates one expression. */
async function bareBrowser(): Promise<Runner> {
  const found = await findPageBrowsers(undefined);
  const [chrome] = typeof found === 'string' ? [] : found;
  if (chrome === undefined) throw new Error(`${found}`);
  const browser = await puppeteer.launch({
    executablePath: chrome.path,
    headless: chrome.shell ? 'shell' : true,
    args: [
      '--disable-gpu',
      // There is no other web here, and DNS lookups must not cost time.
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  const hasLink = async (url: string) => {
    const page = await browser.newPage();
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    const found = await page.evaluate(
      `[...document.links].some((link) => link.hostname.endsWith(${JSON.stringify(CLIENT_HOST)}))`,
    );
    await page.close();
    return found === true;
  };
  return { run: counting(hasLink, TABS), close: () => browser.close() };
}

const contestants: Readonly<Record<string, () => Runner | Promise<Runner>>> = {
  'tier 1': () => checker('never', CONCURRENCY),
  bare: () => ({ run: counting(bare) }),
  'bare, in chunks': () => ({ run: counting(bareInPieces) }),
  htmlparser2: () => ({ run: counting(htmlparser2) }),
  'htmlparser2, in chunks': () => ({ run: counting(htmlparser2InPieces) }),
  linkinator: () => ({ run: linkinator }),
  always: () => checker('always', TABS),
  auto: () => checker('auto', CONCURRENCY),
  puppeteer: bareBrowser,
};

const open = contestants[name];
if (open === undefined) throw new Error(`there is no contestant “${name}”`);
const runner = await open();

process.on('message', async (urls: readonly string[]) => {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const seen = await runner.run(urls);
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  const answer: Omit<Round, 'treeCpuMs'> = {
    ms,
    cpuMs: (user + system) / 1_000,
    rssMb: process.memoryUsage.rss() / 1_048_576,
    ...seen,
  };
  process.send?.(answer);
});
process.on('disconnect', async () => {
  await Promise.all([runner.close?.(), agent.close()]);
  process.exit();
});
