/**
 * Caches the facts of pages, so that a server can answer "not changed" (304, RFC 9110 13.1) instead of sending a page
 * again. The cache is in this process's memory: a lost entry costs one full visit.
 *
 * It renews only presence, never absence: it caches a page only if every client link was on it, and sends a conditional
 * request only for those links. After six "not changed" in a row the page is read completely.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { LinkMatches, VisitFacts } from '../visit/visit-record.ts';
import { LruCache } from './lru-cache.ts';

/** The facts of the page itself, without those of its redirects. */
type PageOnly = ReturnType<typeof pageFacts>;

/** A page as of its last reading. */
interface CachedPage {
  /** The headers of a conditional request. */
  readonly conditions: Readonly<Record<string, string>>;
  readonly facts: PageOnly;
  readonly found: ReadonlyMap<string, LinkMatches>;
  readonly isCharsetGuessed: boolean;
  readonly renewals: number;
}

/** Characters of all cached pages together; a page has about two thousand. */
const MAX_SIZE = 20_000_000;
const CACHED_MS = 14 * 86_400_000;
const MAX_RENEWALS = 6;
const MAX_VALIDATOR = 500;

/** Pages by address, without the fragment. */
export class PageCache {
  readonly #pages: LruCache<CachedPage>;

  /** `maxSize` in characters; `now`: milliseconds on a monotonic clock. */
  constructor(maxSize = MAX_SIZE, now?: () => number) {
    this.#pages = new LruCache(maxSize, CACHED_MS, now);
  }

  /** The page at `url`, if a conditional request is allowed for these links. */
  get(url: URL, clientLinks: readonly string[]): CachedPage | null {
    const page = this.#pages.get(keyOf(url));
    if (page === undefined || page.renewals >= MAX_RENEWALS) return null;
    return clientLinks.every((link) => hasMatch(page.found, link)) ? page : null;
  }

  /** Caches a page that was just read, or drops the cached one if the page cannot be cached. */
  store(
    url: URL,
    headers: IncomingHttpHeaders,
    facts: VisitFacts,
    page: Pick<CachedPage, 'found' | 'isCharsetGuessed'>,
  ): void {
    const { found, isCharsetGuessed } = page;
    const { etag, 'last-modified': lastModified, 'cache-control': caching = '' } = headers;
    const conditions = {
      ...(isValidator(etag) ? { 'if-none-match': etag } : {}),
      ...(isValidator(lastModified) ? { 'if-modified-since': lastModified } : {}),
    };
    const isCacheable =
      facts.httpStatus === 200 &&
      !facts.challenge &&
      facts.look === undefined &&
      Object.keys(conditions).length > 0 &&
      !/\bno-store\b/i.test(caching) &&
      [...found.keys()].every((link) => hasMatch(found, link));
    if (isCacheable) this.#set(url, { conditions, facts: pageFacts(facts), found, isCharsetGuessed, renewals: 0 });
    else this.#pages.delete(keyOf(url));
  }

  /** Takes over the cached facts after a 304. */
  renew(url: URL, page: CachedPage, facts: VisitFacts, xRobotsTag: string | null): void {
    // A header of the 304 replaces the cached one (RFC 9111 3.2).
    const renewed = { ...page.facts, xRobotsTag: xRobotsTag ?? page.facts.xRobotsTag };
    Object.assign(facts, renewed, { notModified: true });
    this.#set(url, { ...page, facts: renewed, renewals: page.renewals + 1 });
  }

  #set(url: URL, page: CachedPage): void {
    const weight = JSON.stringify([page.conditions, page.facts, ...page.found]).length + url.href.length;
    this.#pages.set(keyOf(url), page, weight);
  }
}

function keyOf(url: URL): string {
  return url.href.split('#', 1)[0] ?? url.href;
}

function hasMatch(found: ReadonlyMap<string, LinkMatches>, link: string): boolean {
  return (found.get(link)?.matches.length ?? 0) > 0;
}

function isValidator(value: string | undefined): value is string {
  return value !== undefined && value !== '' && value.length <= MAX_VALIDATOR;
}

function pageFacts(facts: VisitFacts) {
  const { httpStatus, contentType, charset, complete, title, metaRobots, xRobotsTag, canonical } = facts;
  const { contentHash, challenge, linkCount } = facts;
  const answer = { httpStatus, contentType, charset, complete, xRobotsTag, contentHash };
  return { ...answer, title, metaRobots, canonical, challenge, linkCount };
}
