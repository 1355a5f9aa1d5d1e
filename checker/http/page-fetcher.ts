/**
 * Tier 1: reads a page over HTTP through the guarded dialer and searches it while it streams in.
 *
 * It follows redirects by hand: the guard checks each hop, the visit records it, at most 10. A `<meta>` refresh counts
 * as a redirect if its delay is at most 1 second, as for search engines, or at most 30 seconds if the page has no
 * match. Reading stops when every link is found and the head is complete. Only HTML and XHTML are searched. A page in
 * the cache is requested conditionally.
 */
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Visit } from '../../command-service/contract/observation.ts';
import type { Dialer } from '../../infra/network/dialer.ts';
import type { Guard } from '../../infra/network/ssrf-guard.ts';
import { toVisitFailure, VisitFailure } from '../../infra/network/visit-errors.ts';
import { type PageFacts, PageScanner } from '../page/page-scanner.ts';
import { looksBinary, looksLikeMarkup, mediaTypeOf } from '../visit/media-type.ts';
import {
  canonicalOfHeaders,
  cleanRobotsHeaders,
  cleanText,
  emptyFacts,
  recordFailure,
  recordHop,
  recordPage,
  retryAfterSeconds,
  toVisits,
  type VisitFacts,
} from '../visit/visit-record.ts';
import { TextReader } from './charset.ts';
import { unknownCoding } from './content-decoding.ts';
import { CookieJar } from './cookie-jar.ts';
import { drain, type HttpClient, headerValues, makeHttpClient, redirectOf } from './http-client.ts';
import { PageCache } from './page-cache.ts';
import { openBody } from './response-body.ts';

/** The limits of tier 1. Times are in milliseconds. */
export interface FetchLimits {
  /** From the request to the end of the response headers. */
  readonly headersMs: number;
  /** Between two chunks of a body. */
  readonly bodyGapMs: number;
  /** Decoded bytes of a page. */
  readonly maxBytes: number;
  readonly maxHops: number;
}

const LIMITS: FetchLimits = { headersMs: 10_000, bodyGapMs: 8_000, maxBytes: 10 * 1024 * 1024, maxHops: 10 };

/** Longest delay of a `<meta>` refresh that the visit follows, in seconds: on a page with a match, and without one. */
const MAX_REFRESH_WITH_MATCH = 1;
const MAX_REFRESH = 30;

/** Longest wait for the body of a redirect, so that its connection can be used again. */
const REDIRECT_DRAIN_MS = 50;

/** The matches on a page. */
type Searched = Pick<PageFacts, 'found'>;

/** A visit for each link, and the source of the page. */
interface FetchedPage {
  readonly visits: ReadonlyMap<string, Visit>;
  /** The source as far as it was read, at most `KEPT_SOURCE` characters; '' unless the fetcher keeps sources. */
  readonly source: string;
}

/** Characters of the source to keep, to search for signs of hidden links. */
const KEPT_SOURCE = 1_000_000;

/** Visits pages over HTTP. */
interface PageFetcher {
  /**
   * Visits a page once for all links and returns a visit for each; `signal` is the time limit. Failures are recorded in
   * the visit's `error`.
   * @throws an unexpected error of the checker itself.
   */
  visit(articleLink: string, clientLinks: readonly string[], signal: AbortSignal): Promise<FetchedPage>;
  /** For auxiliary requests over the same connections. */
  readonly client: HttpClient;
  close(): Promise<void>;
}

interface PageFetcherOptions {
  readonly dialer: Dialer;
  readonly guard: Guard;
  readonly userAgent: string;
  readonly now: () => Date;
  readonly limits?: Partial<FetchLimits>;
  /** Keeps the source of a page. Default false. */
  readonly keepsSource?: boolean;
}

/** Opens a fetcher with its connections and its page cache. */
export function openPageFetcher({
  dialer,
  guard,
  userAgent,
  now,
  limits,
  keepsSource = false,
}: PageFetcherOptions): PageFetcher {
  const allLimits: FetchLimits = { ...LIMITS, ...limits };
  const { headersMs, bodyGapMs } = allLimits;
  const httpClient = makeHttpClient({ dialer, userAgent, headersMs, bodyGapMs });
  const cache = new PageCache();

  async function visit(articleLink: string, clientLinks: readonly string[], signal: AbortSignal) {
    const started = performance.now();
    const facts = emptyFacts('http', articleLink);
    const kept: string[] = [];
    let page: Searched | null = null;
    try {
      const url = URL.parse(articleLink);
      if (url === null) throw new VisitFailure('address-not-allowed', 'it is not a web address');
      page = await follow(url, facts, clientLinks, signal, kept, (partial) => {
        page = partial;
      });
    } catch (error) {
      const failure = toVisitFailure(error);
      if (failure.code === 'checker-failed') throw error;
      recordFailure(facts, failure);
    }
    facts.durationMs = Math.round(performance.now() - started);
    return { visits: toVisits(facts, clientLinks, page?.found ?? new Map()), source: kept.join('') };
  }

  /** Follows redirects to a page. Calls `onPartial` with the matches so far if reading the page fails. */
  async function follow(
    start: URL,
    facts: VisitFacts,
    clientLinks: readonly string[],
    signal: AbortSignal,
    kept: string[],
    onPartial: (page: Searched) => void,
  ): Promise<Searched> {
    const cookies = new CookieJar();
    const seen = new Set<string>();
    for (let url = start; ; ) {
      const refusal = guard.url(url);
      if (refusal !== null) {
        const isWeb = /^https?:$/.test(url.protocol);
        throw new VisitFailure(
          facts.hops.length > 0 && !isWeb ? 'redirect-not-allowed' : 'address-not-allowed',
          refusal,
        );
      }
      const cookie = cookies.header(url);
      const state = `${url.href.split('#', 1)[0]} ${cookie}`;
      if (seen.has(state)) throw new VisitFailure('redirect-loop', `the redirects lead back to ${url.href}`);
      if (facts.hops.length > allLimits.maxHops) {
        throw new VisitFailure('redirect-loop', `the page redirects more than ${allLimits.maxHops} times`);
      }
      seen.add(state);

      // With cookies the page may be different every time.
      const cached = cookie === '' ? cache.get(url, clientLinks) : null;
      const response = await httpClient.send(url, { cookie, headers: cached?.conditions ?? {} }, signal);
      cookies.store(url, headerValues(response.headers['set-cookie']));
      const location = redirectOf(response, url);
      if (location !== null) {
        // A short wait frees the connection for the next hop, which usually goes to the same host.
        await Promise.race([drain(response.body), setTimeout(REDIRECT_DRAIN_MS)]);
        recordHop(facts, { url: url.href, via: response.statusCode }, location.href);
        url = location;
        continue;
      }

      if (cached !== null && response.statusCode === 304) {
        void drain(response.body);
        cache.renew(url, cached, facts, robotsOf(response));
        return cached;
      }
      recordHeaders(facts, response, url, now());
      const page = await read(response, url, facts, clientLinks, kept, onPartial);
      const refresh = refreshOf(page, url);
      if (refresh === null) {
        if (cookie === '') cache.store(url, response.headers, facts, page.found);
        return page;
      }
      recordHop(facts, { url: url.href, via: 'meta-refresh' }, refresh.href);
      resetPage(facts);
      kept.length = 0;
      url = refresh;
    }
  }

  /** Reads and searches one page. */
  async function read(
    response: Dispatcher.ResponseData,
    url: URL,
    facts: VisitFacts,
    clientLinks: readonly string[],
    kept: string[],
    onPartial: (page: PageFacts) => void,
  ): Promise<PageFacts> {
    const type = mediaTypeOf(facts.contentType);
    if (type !== null && type !== 'text/html' && type !== 'application/xhtml+xml') {
      void drain(response.body);
      throw new VisitFailure('not-html', `the address answers with ${type}`);
    }
    const encoding = cleanText(response.headers['content-encoding']);
    const unknown = unknownCoding(encoding);
    const body = await openBody(response.body, encoding, allLimits.maxBytes);
    const reader = new TextReader(facts.contentType);
    const scanner = new PageScanner(url.href, clientLinks);
    const hash = createHash('sha256');
    let stoppedEarly = false;
    try {
      for await (const chunk of body.chunks) {
        if (facts.bytes === 0) {
          if (unknown !== null && !looksLikeMarkup(chunk)) {
            throw new VisitFailure('unknown-encoding', `it is encoded as “${unknown.slice(0, 40)}”`);
          }
          if (looksBinary(chunk))
            throw new VisitFailure('not-html', 'the address sends another kind of file as a web page');
          if (type === null && !looksLikeMarkup(chunk)) {
            throw new VisitFailure('not-html', 'the address answers with data that is not a web page');
          }
        }
        facts.bytes += chunk.length;
        hash.update(chunk);
        const text = reader.write(chunk);
        if (keepsSource && facts.bytes <= KEPT_SOURCE) kept.push(text);
        scanner.write(text);
        if (facts.bytes > allLimits.maxBytes) {
          throw new VisitFailure(
            'too-large',
            `the page is larger than ${Math.round(allLimits.maxBytes / 1_048_576)} MB`,
          );
        }
        if (scanner.decided) {
          stoppedEarly = true;
          break;
        }
      }
      if (!stoppedEarly) scanner.write(reader.end());
      facts.complete = !stoppedEarly;
      return recordFacts();
    } catch (error) {
      onPartial(recordFacts());
      throw error;
    } finally {
      body.release(stoppedEarly ? 'drain' : 'destroy');
    }

    function recordFacts(): PageFacts {
      const page = scanner.end();
      facts.charset = reader.charset;
      if (facts.bytes > 0) facts.contentHash = hash.digest('hex');
      recordPage(facts, page);
      if (facts.bytes === 0 && facts.complete) facts.look = 'empty';
      return page;
    }
  }

  /** The target of the page's `<meta>` refresh if the visit follows it. A refresh that reloads the page is ignored. */
  function refreshOf(page: PageFacts, url: URL): URL | null {
    const target = page.refresh === null ? null : URL.parse(page.refresh.url, url);
    if (page.refresh === null || target === null || !/^https?:$/.test(target.protocol)) return null;
    if (target.href.split('#', 1)[0] === url.href.split('#', 1)[0]) return null;
    const hasMatch = [...page.found.values()].some(({ matches }) => matches.length > 0);
    const longest = hasMatch ? MAX_REFRESH_WITH_MATCH : MAX_REFRESH;
    return page.refresh.seconds <= longest ? target : null;
  }

  return { visit, client: httpClient, close: () => httpClient.close() };
}

function recordHeaders(facts: VisitFacts, response: Dispatcher.ResponseData, url: URL, now: Date): void {
  facts.httpStatus = response.statusCode;
  facts.contentType = cleanText(response.headers['content-type']);
  facts.xRobotsTag = robotsOf(response);
  facts.canonical = canonicalOfHeaders(headerValues(response.headers.link), url.href);
  facts.retryAfter = retryAfterSeconds(cleanText(response.headers['retry-after']), now);
}

function robotsOf(response: Dispatcher.ResponseData): string | null {
  return cleanRobotsHeaders(headerValues(response.headers['x-robots-tag']));
}

/** Removes the facts of a page that redirected to another one. */
function resetPage(facts: VisitFacts): void {
  const blank = emptyFacts('http', facts.requestedUrl);
  delete facts.look;
  Object.assign(facts, { ...blank, hops: facts.hops, finalUrl: facts.finalUrl });
}
