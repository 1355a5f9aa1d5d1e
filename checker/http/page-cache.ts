/**
 * What pages said when they were last read, so that a server may answer "not changed" instead of sending a page again
 * (RFC 9110 13.1, 304). Kept in the memory of this process only: what is lost costs one full visit.
 *
 * Only presence is renewed, never absence: a page is remembered when every link asked for stood on it, and asked about
 * on condition only for links that did. A server that says "not changed" for ever is believed six times in a row.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { LinkMatches, VisitFacts } from '../visit/visit-record.ts';
import { LruCache } from './lru-cache.ts';

/** The facts that belong to the page itself and not to the way there. */
type PageOnly = ReturnType<typeof pageFacts>;

/** A page as it was when it was last read. */
export interface CachedPage {
  /** The request headers that ask for it only if it has changed. */
  readonly conditions: Readonly<Record<string, string>>;
  readonly facts: PageOnly;
  readonly found: ReadonlyMap<string, LinkMatches>;
  readonly renewals: number;
}

/** Characters kept of all pages together: a page has about two thousand. */
const ROOM = 20_000_000;
const KEPT_MS = 14 * 86_400_000;
const MAX_RENEWALS = 6;
const MAX_VALIDATOR = 500;

export class PageCache {
  readonly #pages: LruCache<CachedPage>;

  /** `now`: milliseconds on a clock that only goes forward. */
  constructor(room = ROOM, now?: () => number) {
    this.#pages = new LruCache(room, KEPT_MS, now);
  }

  /** The page at `url`, if it may be asked for on condition for these links. */
  recall(url: URL, clientLinks: readonly string[]): CachedPage | null {
    const page = this.#pages.get(keyOf(url));
    if (page === undefined || page.renewals >= MAX_RENEWALS) return null;
    return clientLinks.every((link) => hasMatch(page.found, link)) ? page : null;
  }

  /** Remembers a page that was just read, or forgets it where it is none to be remembered. */
  keep(url: URL, headers: IncomingHttpHeaders, facts: VisitFacts, found: ReadonlyMap<string, LinkMatches>): void {
    const { etag, 'last-modified': lastModified, 'cache-control': caching = '' } = headers;
    const conditions = {
      ...(isValidator(etag) ? { 'if-none-match': etag } : {}),
      ...(isValidator(lastModified) ? { 'if-modified-since': lastModified } : {}),
    };
    const isWorthIt =
      facts.httpStatus === 200 &&
      !facts.challenge &&
      Object.keys(conditions).length > 0 &&
      !/\bno-store\b/i.test(caching) &&
      [...found.keys()].every((link) => hasMatch(found, link));
    if (isWorthIt) this.#set(url, { conditions, facts: pageFacts(facts), found, renewals: 0 });
    else this.#pages.delete(keyOf(url));
  }

  /** The server said that the page has not changed: its facts become those of this visit. */
  renew(url: URL, page: CachedPage, facts: VisitFacts, xRobotsTag: string | null): void {
    // A header that comes with the 304 replaces the one remembered (RFC 9111 3.2).
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
