/** The facts that both tiers gather during a visit, and the record made of them. */
import type { FoundLink, Hop, PageLook, Visit } from '../../command-service/contract/observation.ts';
import type { VisitFailure } from '../../infra/network/visit-errors.ts';

/** Everything in a visit that is the same for every client link. */
export type VisitFacts = { -readonly [Fact in keyof Omit<Visit, keyof LinkMatches>]: Visit[Fact] };

/** What a visit found for one client link. */
export interface LinkMatches {
  /** Links with the same address, in page order, at most `MAX_MATCHES`. */
  readonly matches: readonly FoundLink[];
  /** Links on the same host with another address: the most similar first, each address once, at most `MAX_NEAREST`. */
  readonly nearest: readonly FoundLink[];
  /**
   * Links with another address that a looser matching counts, in page order: at most `MAX_SIMILAR` on the same host and
   * as many on other subdomains.
   */
  readonly similar: readonly FoundLink[];
}

/** For a page with no links of interest, or an unread page. */
export const NO_MATCHES: LinkMatches = { matches: [], nearest: [], similar: [] };

export const MAX_MATCHES = 20;
export const MAX_NEAREST = 5;
export const MAX_SIMILAR = 10;

/** Longest text recorded from a page or a header: the record is an event, which is kept forever. */
const MAX_TEXT = 500;
const MAX_URL = 4_096;

/** Most characters recorded of all X-Robots-Tag headers together. */
const MAX_ROBOTS = 1_000;

const MAX_RETRY_AFTER_SECONDS = 365 * 86_400;

/** The facts before the first request. */
export function emptyFacts(by: Visit['by'], requestedUrl: string): VisitFacts {
  return {
    by,
    requestedUrl,
    finalUrl: requestedUrl,
    hops: [],
    httpStatus: null,
    contentType: null,
    charset: null,
    retryAfter: null,
    complete: false,
    bytes: 0,
    durationMs: 0,
    title: null,
    metaRobots: null,
    xRobotsTag: null,
    canonical: null,
    contentHash: null,
    challenge: false,
    linkCount: 0,
    error: null,
  };
}

/** One visit for each client link: the shared facts and the link's matches. */
export function toVisits(
  facts: VisitFacts,
  clientLinks: readonly string[],
  found: ReadonlyMap<string, LinkMatches>,
): ReadonlyMap<string, Visit> {
  return new Map(
    clientLinks.map((clientLink) => {
      return [clientLink, { ...facts, ...(found.get(clientLink) ?? NO_MATCHES) }];
    }),
  );
}

/** Records why the visit failed. */
export function recordFailure(facts: VisitFacts, failure: VisitFailure): void {
  facts.complete = false;
  // The rest of the page may look different.
  delete facts.look;
  facts.error = { code: failure.code, message: failure.message.slice(0, MAX_TEXT) };
}

/** Records a redirect to `next`. */
export function recordHop(facts: VisitFacts, hop: Hop, next: string): void {
  facts.hops = [...facts.hops, { ...hop, url: hop.url.slice(0, MAX_URL) }];
  facts.finalUrl = next.slice(0, MAX_URL);
}

/** Records the facts in the source of a page. */
export function recordPage(
  facts: VisitFacts,
  page: Pick<VisitFacts, 'title' | 'metaRobots' | 'canonical' | 'challenge' | 'linkCount'> & {
    readonly look: PageLook | null;
  },
): void {
  facts.title = cleanText(page.title);
  facts.metaRobots = cleanText(page.metaRobots);
  facts.canonical = cleanText(page.canonical) ?? facts.canonical;
  facts.challenge = page.challenge;
  facts.linkCount = page.linkCount;
  if (page.look === null) delete facts.look;
  else facts.look = page.look;
}

/** A header or a text of a page as recorded: one line, at most 500 characters, null if empty. */
export function cleanText(value: string | readonly string[] | null | undefined): string | null {
  const text = (typeof value === 'string' ? value : (value ?? []).join(', ')).replace(/\s+/g, ' ').trim();
  return text === '' ? null : text.slice(0, MAX_TEXT);
}

/** The X-Robots-Tag headers as recorded, one per line, because a robot's name ends with its header. */
export function cleanRobotsHeaders(headers: readonly string[]): string | null {
  const lines = headers.flatMap((header) => cleanText(header) ?? []);
  return lines.length === 0 ? null : lines.join('\n').slice(0, MAX_ROBOTS);
}

/** The canonical address in the Link headers of a page (RFC 8288, RFC 6596), resolved; null without one. */
export function canonicalOfHeaders(headers: readonly string[], pageUrl: string): string | null {
  for (const [, target = '', parameters = ''] of headers.join(',').matchAll(/<([^>]*)>((?:\s*;[^,;]*)*)/g)) {
    if (/;\s*rel\s*=\s*"?[^";]*\bcanonical\b/i.test(parameters)) {
      return cleanText(URL.parse(target.trim(), pageUrl)?.href);
    }
  }
  return null;
}

/** Retry-After in seconds from `now`; the header is a number of seconds or a date (RFC 9110 10.2.3). At most a year. */
export function retryAfterSeconds(value: string | null | undefined, now: Date): number | null {
  const text = value?.trim() ?? '';
  const seconds = /^\d{1,10}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now.getTime()) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(0, seconds), MAX_RETRY_AFTER_SECONDS);
}
