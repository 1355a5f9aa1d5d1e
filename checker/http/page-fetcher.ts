/**
 * Tier 1: a page read over HTTP through the guarded dialer, and searched while it streams in.
 *
 * What is decided here: redirects are followed by hand (each hop guarded and recorded, 10 at most); a `<meta>` refresh
 * counts as a hop when it waits at most a second (search engines take it for a redirect), or up to 30 seconds where
 * the page itself carries none of the links asked for; reading stops early once every link is found and the head is
 * known; only HTML and XHTML are searched; a page that was read lately is asked for only if it has changed.
 */

import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Visit } from '../../command-service/events/observation.ts';
import type { Dialer } from '../network/dialer.ts';
import type { Guard } from '../network/ssrf-guard.ts';
import { type PageFacts, PageScanner } from '../page/page-scanner.ts';
import { looksBinary, looksLikeMarkup, mediaTypeOf } from '../visit/media-type.ts';
import { toVisitFailure, VisitFailure } from '../visit/visit-errors.ts';
import {
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
import { CookieJar } from './cookie-jar.ts';
import { drain, type HttpClient, headerValues, makeHttpClient, redirectOf } from './http-client.ts';
import { PageCache } from './page-cache.ts';
import { openBody } from './response-body.ts';

/** How far tier 1 goes. Milliseconds and decoded bytes. */
export interface FetchLimits {
  /** From sending a request to the end of its headers. */
  readonly headersMs: number;
  /** Between two pieces of a body. */
  readonly bodyGapMs: number;
  readonly maxBytes: number;
  readonly maxHops: number;
}

const LIMITS: FetchLimits = { headersMs: 10_000, bodyGapMs: 8_000, maxBytes: 10 * 1024 * 1024, maxHops: 10 };

/** Longest wait a `<meta>` refresh may ask for and still be followed, in seconds. */
const REFRESH_AS_REDIRECT = 1;

const REFRESH_AS_NAVIGATION = 30;

/** How long a redirect's own body may take to free its connection. */
const REDIRECT_DRAIN_MS = 50;

/** What a page was searched for, and what was found. */
type Searched = Pick<PageFacts, 'found'>;

/** Visits pages over HTTP. */
export interface PageFetcher {
  /**
   * Visits a page once for all links, and answers a visit for each. What went wrong on the way to the page stands in
   * the visit's `error`; it rejects only with an error that nobody foresaw. `signal` is the total time limit.
   */
  visit(articleLink: string, clientLinks: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Visit>>;
  /** For errands beside a visit, over the same connections. */
  readonly client: HttpClient;
  close(): Promise<void>;
}

export interface PageFetcherOptions {
  readonly dialer: Dialer;
  readonly guard: Guard;
  readonly userAgent: string;
  readonly now: () => Date;
  readonly limits?: Partial<FetchLimits>;
}

export function openPageFetcher({ dialer, guard, userAgent, now, limits }: PageFetcherOptions): PageFetcher {
  const bounds: FetchLimits = { ...LIMITS, ...limits };
  const { headersMs, bodyGapMs } = bounds;
  const exchange = makeHttpClient({ dialer, userAgent, headersMs, bodyGapMs });
  const memory = new PageCache();

  async function visit(articleLink: string, clientLinks: readonly string[], signal: AbortSignal) {
    const started = performance.now();
    const facts = emptyFacts('http', articleLink);
    let page: Searched | null = null;
    try {
      const url = URL.parse(articleLink);
      if (url === null) throw new VisitFailure('address-not-allowed', 'it is not a web address');
      page = await follow(url, facts, clientLinks, signal, (partial) => {
        page = partial;
      });
    } catch (error) {
      const fault = toVisitFailure(error);
      if (fault.code === 'checker-failed') throw error;
      recordFailure(facts, fault);
    }
    facts.durationMs = Math.round(performance.now() - started);
    return toVisits(facts, clientLinks, page?.found ?? new Map());
  }

  /** Goes from answer to answer until one does not lead on. `partly` hears of a page that could not be read to its end. */
  async function follow(
    start: URL,
    facts: VisitFacts,
    clientLinks: readonly string[],
    signal: AbortSignal,
    partly: (page: Searched) => void,
  ): Promise<Searched | null> {
    const cookies = new CookieJar();
    const seen = new Set<string>();
    for (let url = start; ; ) {
      const refusal = guard.url(url);
      if (refusal !== null) throw new VisitFailure('address-not-allowed', refusal);
      const cookie = cookies.header(url);
      const state = `${url.href.split('#', 1)[0]} ${cookie}`;
      if (seen.has(state)) throw new VisitFailure('redirect-loop', `the redirects come back to ${url.href}`);
      if (facts.hops.length > bounds.maxHops) {
        throw new VisitFailure('redirect-loop', `the page redirects more than ${bounds.maxHops} times`);
      }
      seen.add(state);

      // With cookies it may be another page every time.
      const known = cookie === '' ? memory.recall(url, clientLinks) : null;
      const answer = await exchange.send(url, { cookie, headers: known?.conditions ?? {} }, signal);
      cookies.take(url, headerValues(answer.headers['set-cookie']));
      const location = redirectOf(answer, url);
      if (location !== null) {
        // A moment's wait frees the connection for the next hop, which mostly goes to the same host.
        await Promise.race([drain(answer.body), setTimeout(REDIRECT_DRAIN_MS)]);
        recordHop(facts, { url: url.href, via: answer.statusCode }, location.href);
        url = location;
        continue;
      }

      if (known !== null && answer.statusCode === 304) {
        void drain(answer.body);
        memory.renew(url, known, facts, robotsOf(answer));
        return known;
      }
      noteHeaders(facts, answer, now());
      const page = await read(answer, url, facts, clientLinks, partly);
      const refresh = page === null ? null : refreshOf(page, url);
      if (refresh === null) {
        if (page !== null && cookie === '') memory.keep(url, answer.headers, facts, page.found);
        return page;
      }
      recordHop(facts, { url: url.href, via: 'meta-refresh' }, refresh.href);
      forgetPage(facts);
      url = refresh;
    }
  }

  /** Reads and searches one page; null for an answer that is not one. */
  async function read(
    answer: Dispatcher.ResponseData,
    url: URL,
    facts: VisitFacts,
    clientLinks: readonly string[],
    partly: (page: PageFacts) => void,
  ): Promise<PageFacts | null> {
    const type = mediaTypeOf(facts.contentType);
    if (type !== null && type !== 'text/html' && type !== 'application/xhtml+xml') {
      void drain(answer.body);
      throw new VisitFailure('not-html', `the address answers with ${type}`);
    }
    const body = await openBody(answer.body, cleanText(answer.headers['content-encoding']), bounds.maxBytes);
    const reader = new TextReader(facts.contentType);
    const scanner = new PageScanner(url.href, clientLinks);
    const hash = createHash('sha256');
    let stoppedEarly = false;
    try {
      for await (const chunk of body.chunks) {
        if (facts.bytes === 0) {
          if (looksBinary(chunk))
            throw new VisitFailure('not-html', 'what the address calls a web page is another file');
          if (type === null && !looksLikeMarkup(chunk)) {
            throw new VisitFailure('not-html', 'the address answers with something that is not marked as a web page');
          }
        }
        facts.bytes += chunk.length;
        hash.update(chunk);
        scanner.write(reader.write(chunk));
        if (facts.bytes > bounds.maxBytes) {
          throw new VisitFailure('too-large', `the page is larger than ${Math.round(bounds.maxBytes / 1_048_576)} MB`);
        }
        if (scanner.decided) {
          stoppedEarly = true;
          break;
        }
      }
      if (!stoppedEarly) scanner.write(reader.end());
      facts.complete = !stoppedEarly;
      return noteFacts();
    } catch (error) {
      partly(noteFacts());
      throw error;
    } finally {
      body.release(stoppedEarly ? 'kindly' : 'at once');
    }

    function noteFacts(): PageFacts {
      const page = scanner.end();
      facts.charset = reader.charset;
      if (facts.bytes > 0) facts.contentHash = hash.digest('hex');
      recordPage(facts, page);
      return page;
    }
  }

  /** Where a `<meta>` refresh of the page leads, if it is to be followed. One that reloads the page itself is not. */
  function refreshOf(page: PageFacts, url: URL): URL | null {
    const target = page.refresh === null ? null : URL.parse(page.refresh.url, url);
    if (page.refresh === null || target === null || !/^https?:$/.test(target.protocol)) return null;
    if (target.href.split('#', 1)[0] === url.href.split('#', 1)[0]) return null;
    const aLinkIsHere = [...page.found.values()].some(({ matches }) => matches.length > 0);
    const longest = aLinkIsHere ? REFRESH_AS_REDIRECT : REFRESH_AS_NAVIGATION;
    return page.refresh.seconds <= longest ? target : null;
  }

  return { visit, client: exchange, close: () => exchange.close() };
}

function noteHeaders(facts: VisitFacts, answer: Dispatcher.ResponseData, now: Date): void {
  facts.httpStatus = answer.statusCode;
  facts.contentType = cleanText(answer.headers['content-type']);
  facts.xRobotsTag = robotsOf(answer);
  facts.retryAfter = retryAfterSeconds(cleanText(answer.headers['retry-after']), now);
}

function robotsOf(answer: Dispatcher.ResponseData): string | null {
  return cleanRobotsHeaders(headerValues(answer.headers['x-robots-tag']));
}

/** The facts of a page that led on to another are not those of the other. */
function forgetPage(facts: VisitFacts): void {
  const blank = emptyFacts('http', facts.requestedUrl);
  Object.assign(facts, { ...blank, hops: facts.hops, finalUrl: facts.finalUrl });
}
