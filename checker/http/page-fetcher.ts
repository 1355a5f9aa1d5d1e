/**
 * Tier 1: reads a page over HTTP through the guarded dialer and searches it while it streams in.
 *
 * It follows redirects by hand: the guard checks each hop, the visit records it, at most 10. A `<meta>` refresh counts
 * as a redirect if its delay is at most 1 second, as for search engines, or at most 30 seconds if the page has no
 * match. Reading stops when every link is found and the head is complete. Only HTML and XHTML, of any type of XML, are searched. A page in
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
import { startDeadline } from '../visit/deadline.ts';
import {
  isHtmlType,
  isXmlType,
  looksBinary,
  looksLikeMarkup,
  looksLikeXhtml,
  mediaTypeOf,
} from '../visit/media-type.ts';
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

/** A visit for each link, and the source of the page. */
export interface FetchedPage {
  readonly visits: ReadonlyMap<string, Visit>;
  /** The source as far as it was read, at most `MAX_SOURCE` characters; '' unless the fetcher keeps sources. */
  readonly source: string;
  /** The page declares no encoding, and has bytes beyond ASCII: Chromium's guess may be another. */
  readonly isCharsetGuessed: boolean;
}

/** Characters of the source to keep, to search for signs of hidden links. */
const MAX_SOURCE = 1_000_000;

/** Longest time to read on for the source of a page whose links were found: its scripts are often at its end. */
const READ_ON_MS = 500;

interface PageFetcherOptions {
  readonly dialer: Dialer;
  readonly guard: Guard;
  readonly userAgent: string;
  readonly now: () => Date;
  readonly limits?: Partial<FetchLimits>;
  /** Keeps the source of a page. Default false. */
  readonly keepsSource?: boolean;
}

/** What a visit has found so far. */
interface VisitState {
  readonly facts: VisitFacts;
  readonly clientLinks: readonly string[];
  readonly signal: AbortSignal;
  /** The source, in parts; empty unless the fetcher keeps sources. */
  readonly sourceParts: string[];
  /** The page declares no encoding, and has bytes beyond ASCII. */
  isCharsetGuessed: boolean;
  /** The matches on the page; if reading it fails, those in the part that was read. */
  found: PageFacts['found'];
}

/** Visits pages over HTTP, with connections and a page cache of its own. */
export class PageFetcher {
  /** For auxiliary requests over the same connections. */
  readonly client: HttpClient;
  readonly #guard: Guard;
  readonly #now: () => Date;
  readonly #limits: FetchLimits;
  readonly #keepsSource: boolean;
  readonly #cache = new PageCache();

  constructor({ dialer, guard, userAgent, now, limits, keepsSource = false }: PageFetcherOptions) {
    this.#guard = guard;
    this.#now = now;
    this.#limits = { ...LIMITS, ...limits };
    this.#keepsSource = keepsSource;
    const { headersMs, bodyGapMs } = this.#limits;
    this.client = makeHttpClient({ dialer, userAgent, headersMs, bodyGapMs });
  }

  /**
   * Visits a page once for all links and returns a visit for each; `signal` is the time limit. Failures are recorded in
   * the visit's `error`.
   * @throws an unexpected error of the checker itself.
   */
  async visit(articleLink: string, clientLinks: readonly string[], signal: AbortSignal): Promise<FetchedPage> {
    const started = performance.now();
    const facts = emptyFacts('http', articleLink);
    const state: VisitState = {
      facts,
      clientLinks,
      signal,
      sourceParts: [],
      isCharsetGuessed: false,
      found: new Map(),
    };
    try {
      const url = URL.parse(articleLink);
      if (url === null) throw new VisitFailure('address-not-allowed', 'it is not a web address');
      await this.#follow(state, url);
    } catch (error) {
      const failure = toVisitFailure(error);
      if (failure.code === 'checker-failed') throw error;
      recordFailure(facts, failure);
    }
    facts.durationMs = Math.round(performance.now() - started);
    const { found, isCharsetGuessed, sourceParts } = state;
    return { visits: toVisits(facts, clientLinks, found), source: sourceParts.join(''), isCharsetGuessed };
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  /** Follows redirects to a page and reads it. */
  async #follow(state: VisitState, start: URL): Promise<void> {
    const { maxHops } = this.#limits;
    const cookies = new CookieJar();
    const seen = new Set<string>();
    for (let url: URL | null = start; url !== null; ) {
      this.#allow(url, state.facts);
      const requested = `${url.href.split('#', 1)[0]} ${cookies.header(url)}`;
      if (seen.has(requested)) throw new VisitFailure('redirect-loop', `the redirects lead back to ${url.href}`);
      if (state.facts.hops.length > maxHops) {
        throw new VisitFailure('redirect-loop', `the page redirects more than ${maxHops} times`);
      }
      seen.add(requested);
      url = await this.#request(state, url, cookies);
    }
  }

  /** @throws VisitFailure for a refused address. */
  #allow(url: URL, { hops }: VisitFacts): void {
    const refusal = this.#guard.url(url);
    if (refusal !== null) {
      const isWeb = /^https?:$/.test(url.protocol);
      throw new VisitFailure(hops.length > 0 && !isWeb ? 'redirect-not-allowed' : 'address-not-allowed', refusal);
    }
  }

  /** Requests one address. Returns the address to which it redirects; null after a page. */
  async #request(state: VisitState, url: URL, cookies: CookieJar): Promise<URL | null> {
    const { facts, clientLinks, signal } = state;
    const cookie = cookies.header(url);
    // With cookies the page may be different every time.
    const cached = cookie === '' ? this.#cache.get(url, clientLinks) : null;
    const response = await this.client.send(url, { cookie, headers: cached?.conditions ?? {} }, signal);
    cookies.store(url, headerValues(response.headers['set-cookie']));
    const location = redirectOf(response, url);
    if (location !== null) {
      // A short wait frees the connection for the next hop, which usually goes to the same host.
      await Promise.race([drain(response.body), setTimeout(REDIRECT_DRAIN_MS)]);
      recordHop(facts, { url: url.href, via: response.statusCode }, location.href);
      return location;
    }
    if (cached !== null && response.statusCode === 304) {
      void drain(response.body);
      this.#cache.renew(url, cached, facts, robotsOf(response));
      state.found = cached.found;
      state.isCharsetGuessed = cached.isCharsetGuessed;
      return null;
    }
    recordHeaders(facts, response, url, this.#now());
    const page = await this.#read(state, response, url);
    const refresh = refreshOf(page, url);
    if (refresh !== null) {
      recordHop(facts, { url: url.href, via: 'meta-refresh' }, refresh.href);
      resetPage(state);
    } else if (cookie === '') this.#cache.store(url, response.headers, facts, state);
    return refresh;
  }

  /** Reads and searches one page. */
  async #read(state: VisitState, response: Dispatcher.ResponseData, url: URL): Promise<PageFacts> {
    const { facts, clientLinks } = state;
    const type = mediaTypeOf(facts.contentType);
    if (!isHtmlType(type) && !isXmlType(type)) {
      void drain(response.body);
      throw notHtml(type);
    }
    const encoding = cleanText(response.headers['content-encoding']);
    const { maxBytes } = this.#limits;
    const body = await openBody(response.body, encoding, maxBytes);
    const reader = new TextReader(facts.contentType);
    const scanner = new PageScanner(url.href, clientLinks, () => reader.charset);
    const hash = createHash('sha256');
    let stoppedEarly = false;
    let endReadingOn = (): void => {};
    const take = (text: string): void => {
      if (this.#keepsSource && facts.bytes <= MAX_SOURCE) state.sourceParts.push(text);
      scanner.write(text);
    };
    const recordFacts = (): PageFacts => {
      const page = scanner.end();
      facts.charset = reader.charset;
      state.isCharsetGuessed = reader.isGuessed;
      if (facts.bytes > 0) facts.contentHash = hash.digest('hex');
      recordPage(facts, page);
      if (facts.bytes === 0 && facts.complete) facts.look = 'empty';
      state.found = page.found;
      return page;
    };
    try {
      for await (const chunk of body.chunks) {
        if (stoppedEarly) {
          state.sourceParts.push(reader.write(chunk));
          facts.bytes += chunk.length;
          if (facts.bytes > MAX_SOURCE) break;
          continue;
        }
        if (facts.bytes === 0) requireMarkup(chunk, type, encoding);
        facts.bytes += chunk.length;
        hash.update(chunk);
        take(reader.write(chunk));
        if (facts.bytes > maxBytes) {
          throw new VisitFailure('too-large', `the page is larger than ${Math.round(maxBytes / 1_048_576)} MB`);
        }
        stoppedEarly = scanner.decided;
        if (!stoppedEarly) continue;
        if (!this.#keepsSource || facts.bytes > MAX_SOURCE) break;
        endReadingOn = startDeadline(READ_ON_MS, () => body.release('destroy'));
      }
      if (stoppedEarly) state.sourceParts.push(reader.end());
      else take(reader.end());
      facts.complete = !stoppedEarly;
      return recordFacts();
    } catch (error) {
      if (!stoppedEarly) take(reader.end());
      const page = recordFacts();
      if (stoppedEarly) return page;
      throw error;
    } finally {
      endReadingOn();
      body.release(stoppedEarly ? 'drain' : 'destroy');
    }
  }
}

function notHtml(type: string | null): VisitFailure {
  return new VisitFailure('not-html', `the address answers with ${type}`);
}

/**
 * Checks the beginning of a body without a known encoding or type.
 * @throws VisitFailure if it is not the beginning of a web page.
 */
function requireMarkup(chunk: Buffer, type: string | null, encoding: string | null): void {
  const unknown = unknownCoding(encoding);
  if (unknown !== null && !looksLikeMarkup(chunk)) {
    throw new VisitFailure('unknown-encoding', `it is encoded as “${unknown.slice(0, 40)}”`);
  }
  if (looksBinary(chunk)) throw new VisitFailure('not-html', 'the address sends another kind of file as a web page');
  if (isXmlType(type) && !looksLikeXhtml(chunk)) throw notHtml(type);
  if (type === null && !looksLikeMarkup(chunk)) {
    throw new VisitFailure('not-html', 'the address answers with data that is not a web page');
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
function resetPage(state: VisitState): void {
  const { facts } = state;
  const blank = emptyFacts('http', facts.requestedUrl);
  delete facts.look;
  Object.assign(facts, { ...blank, hops: facts.hops, finalUrl: facts.finalUrl });
  state.sourceParts.length = 0;
  state.found = new Map();
}
