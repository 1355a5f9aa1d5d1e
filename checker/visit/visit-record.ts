/** The facts of a visit while they are being gathered, and the record they become: the same for both tiers. */
import type { FoundLink, Hop, Visit } from '../../command-service/events/observation.ts';
import type { PageFacts } from '../page/page-scanner.ts';
import type { VisitFailure } from './visit-errors.ts';

/** Everything a visit says that does not depend on which link was looked for. */
export type VisitFacts = { -readonly [Fact in keyof Omit<Visit, 'matches' | 'nearest'>]: Visit[Fact] };

/** What was found for one link. */
export interface LinkMatches {
  readonly matches: readonly FoundLink[];
  readonly nearest: readonly FoundLink[];
}

/** Longest text kept of anything a page or header says (the record is an event, and stays). */
const MAX_FACT = 500;
const MAX_URL = 4_096;

/** The facts before anything happened. */
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

/** One visit for each link asked for: the shared facts and what was found for it. At most 20 matches, 5 near misses. */
export function toVisits(
  facts: VisitFacts,
  clientLinks: readonly string[],
  found: ReadonlyMap<string, LinkMatches>,
): ReadonlyMap<string, Visit> {
  return new Map(
    clientLinks.map((clientLink) => {
      const links = found.get(clientLink);
      return [
        clientLink,
        { ...facts, matches: links?.matches.slice(0, 20) ?? [], nearest: links?.nearest.slice(0, 5) ?? [] },
      ];
    }),
  );
}

/** Records why the visit could not go on. */
export function recordFailure(facts: VisitFacts, fault: VisitFailure): void {
  facts.complete = false;
  facts.error = { code: fault.code, message: fault.message.slice(0, MAX_FACT) };
}

/** Records that one answer sent the visit on to another address. */
export function recordHop(facts: VisitFacts, hop: Hop, next: string): void {
  facts.hops = [...facts.hops, { ...hop, url: hop.url.slice(0, MAX_URL) }];
  facts.finalUrl = next.slice(0, MAX_URL);
}

/** A header or a text of a page as it is kept: one line, not too long, null when empty. */
export function cleanText(value: string | readonly string[] | null | undefined): string | null {
  const text = (typeof value === 'string' ? value : (value ?? []).join(', ')).replace(/\s+/g, ' ').trim();
  return text === '' ? null : text.slice(0, MAX_FACT);
}

/** Retry-After as seconds from `now`: it is a number of seconds or a date (RFC 9110 10.2.3). At most a year. */
export function retryAfterSeconds(value: string | null | undefined, now: Date): number | null {
  const text = value?.trim() ?? '';
  const seconds = /^\d{1,10}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now.getTime()) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(0, seconds), 365 * 86_400);
}

/** Most characters kept of all X-Robots-Tag headers together. */
const MAX_ROBOTS = 1_000;

/** What a page says of itself, put into the facts. Both tiers do it the same way. */
export function recordPage(facts: VisitFacts, page: PageFacts): void {
  facts.title = cleanText(page.title);
  facts.metaRobots = cleanText(page.metaRobots);
  facts.canonical = cleanText(page.canonical);
  facts.challenge = page.challenge;
  facts.linkCount = page.linkCount;
}

/** The X-Robots-Tag headers, a line each: a robot's name holds to the end of its own header. */
export function cleanRobotsHeaders(headers: readonly string[]): string | null {
  const lines = headers.flatMap((header) => cleanText(header) ?? []);
  return lines.length === 0 ? null : lines.join('\n').slice(0, MAX_ROBOTS);
}
