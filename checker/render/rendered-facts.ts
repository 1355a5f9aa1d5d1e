/** Records what a visit of the browser tier learns about the page. */

import type { FoundLink } from '../../command-service/contract/observation.ts';
import { VisitFailure } from '../../infra/network/visit-errors.ts';
import type { PageSnapshot } from '../in-page/page-search.ts';
import type { PageSource } from '../in-page/page-source.ts';
import type { ShownContent } from '../in-page/shown-content.ts';
import { markedIn, PageScanner } from '../page/page-scanner.ts';
import { parseRobotsHeaders, parseRobotsMeta } from '../page/robots-directives.ts';
import { isHtmlType, isXmlType, mediaTypeOf } from '../visit/media-type.ts';
import {
  canonicalOfHeaders,
  cleanRobotsHeaders,
  cleanText,
  type LinkMatches,
  NO_MATCHES,
  recordFailure,
  recordHop,
  recordPage,
  retryAfterSeconds,
} from '../visit/visit-record.ts';
import { hasEvery } from './link-search.ts';
import { failureOfNetError } from './net-errors.ts';
import type { RenderVisit } from './render-request.ts';

/** A page with this many letters of prose, lists and tables is an article: failures on it did not concern its content. */
const ARTICLE_PROSE = 300;
/** A page with fewer characters of content was not filled if it has a place for content, or apologizes. */
const FILLED_INK = 300;
/** A page that soon loads another page is a wall if it has fewer characters. */
const WALL_INK = 600;
/** A page with fewer characters may get its content from another site. */
export const LITTLE_INK = 60;
/** A page with fewer characters and no paragraph shows only a name. */
const LEAST_INK = 20;

/** A notice explains itself in fewer letters, and has at most so many links: without a header, menu or footer. */
const NOTICE_LETTERS = 600;
const NOTICE_LINKS = 5;
/** The longest time, in seconds, after which a notice loads the page again. An article may do so, too. */
const NOTICE_REFRESH_SECONDS = 600;

/** A page without an article that loads itself or another page again sooner than this, in seconds, is not the last one. */
const REFRESH_SECONDS = 30;

/** Whether the page shows an article. */
export function hasArticle({ prose, items }: ShownContent): boolean {
  return prose + items >= ARTICLE_PROSE;
}

/** Whether the page is as short as a wall. */
export function isShort(content: ShownContent): boolean {
  return !hasArticle(content) && content.ink < WALL_INK;
}

/** Whether the page shows too little to be an article in short lines. */
export function lacksContent(content: ShownContent): boolean {
  return !hasArticle(content) && content.ink < FILLED_INK;
}

/**
 * Whether the page is a notice in the place of the article: it has no more than a notice has, and its server says that it
 * is for a time or for no search engine, or it offers nothing but to load it again. Works in every language.
 */
function isNotice({ facts, network }: RenderVisit, content: ShownContent): boolean {
  const { prose, items, links, offersOnlyReload } = content;
  if (prose + items >= NOTICE_LETTERS || links.length > NOTICE_LINKS) return false;
  const { refresh } = network;
  if (facts.retryAfter !== null || (refresh !== null && refresh.seconds <= NOTICE_REFRESH_SECONDS)) return true;
  return isShort(content) && (offersOnlyReload || isNoindex(facts));
}

/** Whether the page tells all robots or Googlebot not to list it. */
function isNoindex({ metaRobots, xRobotsTag }: RenderVisit['facts']): boolean {
  const rules = parseRobotsHeaders(xRobotsTag ?? '').filter(({ robot }) => robot === null || robot === 'googlebot');
  const directives = [...parseRobotsMeta(metaRobots ?? ''), ...rules.flatMap((rule) => rule.directives)];
  return directives.includes('noindex') || directives.includes('none');
}

/** What a page shows together with its frames. */
export function joined(page: ShownContent, frames: readonly ShownContent[]): ShownContent {
  const all = [page, ...frames];
  const sum = (count: 'ink' | 'prose' | 'items') => all.reduce((total, each) => total + each[count], 0);
  return {
    ...page,
    ink: sum('ink'),
    prose: sum('prose'),
    items: sum('items'),
    isMostlyProse: all.some(({ isMostlyProse }) => isMostlyProse),
    hasText: all.some(({ hasText }) => hasText),
  };
}

/** Whether the page was not filled, or apologizes. */
export function isUnfilled(content: ShownContent, { scripts }: PageSnapshot): boolean {
  const { ink, isMostlyProse, hasText, isWaiting, isSorry } = content;
  const isShell = scripts > 0 && isWaiting && !isMostlyProse;
  return ((isShell || isSorry) && ink < FILLED_INK) || (ink < LEAST_INK && !hasText);
}

/** What belongs to a page and was not read. */
interface Missing {
  /** Whether data is still loading. */
  readonly data: boolean;
  /** The address of the frame that should have the article; null if there is none. */
  readonly frame: string | null;
}

/** Records the redirects and the headers of the document. */
export function recordResponse({ facts, network, request }: RenderVisit): void {
  const { response, hops, lastUrl } = network;
  for (const { hop, next } of hops) recordHop(facts, hop, next);
  facts.finalUrl = response?.url ?? lastUrl ?? request.articleLink;
  if (response === null) return;
  // A repeated header has one line for each value.
  const lines = (name: string) =>
    Object.entries(response.headers)
      .find(([key]) => key.toLowerCase() === name)?.[1]
      ?.split('\n') ?? [];
  const header = (name: string) => lines(name).join(', ');
  facts.httpStatus = response.status;
  facts.contentType = cleanText(header('content-type'));
  facts.xRobotsTag = cleanRobotsHeaders(lines('x-robots-tag'));
  facts.canonical = canonicalOfHeaders(lines('link'), response.url);
  facts.retryAfter = retryAfterSeconds(header('retry-after'), request.now());
}

/** Records what the markup of the page says about it. Returns the links, with the marks that the markup gives them. */
export function recordSource(
  { facts, network, request }: RenderVisit,
  source: PageSource,
  found: ReadonlyMap<string, LinkMatches>,
): ReadonlyMap<string, LinkMatches> {
  const scanner = new PageScanner(facts.finalUrl, request.clientLinks, () => facts.charset);
  scanner.write(source.html);
  const page = scanner.end();
  recordPage(facts, source.isWhole ? page : { ...page, challenge: false, look: null });
  facts.bytes = network.bytes;
  const marked = (links: readonly FoundLink[]) => links.filter(({ inContent }) => inContent === true);
  const inContent = [...page.found].map(([clientLink, { matches, similar }]): [string, LinkMatches] => [
    clientLink,
    { ...NO_MATCHES, matches: marked(matches), similar: marked(similar) },
  ]);
  return markedIn(found, new Map(inContent));
}

/**
 * Records whether the page was read completely, and if not, why.
 * @throws VisitFailure if the address has no web page.
 */
export function recordCompleteness(
  visit: RenderVisit,
  snapshot: PageSnapshot | null,
  found: ReadonlyMap<string, LinkMatches>,
  missing: Missing = { data: false, frame: null },
): void {
  const { facts } = visit;
  const { shownUrl, response } = visit.network;
  if (shownUrl !== null && !/^https?:/.test(shownUrl)) {
    throw new VisitFailure('address-not-allowed', `the page navigates to a ${shownUrl.split(':', 1)[0]}: address`);
  }
  const type = mediaTypeOf(response?.mimeType ?? null);
  const isPage = isHtmlType(type) || (isXmlType(type) && snapshot !== null && snapshot.linkCount > 0);
  if (!isPage) {
    throw new VisitFailure('not-html', `the address answers with ${type}`);
  }
  if (hasEvery(found)) {
    facts.complete = snapshot !== null && snapshot.readyState !== 'loading';
    return;
  }
  const failure = reasonForIncomplete(visit, snapshot, missing);
  if (failure === null) facts.complete = true;
  else recordFailure(facts, failure);
}

/** Why the page was not read completely; null if it was. */
function reasonForIncomplete(
  { network, world }: RenderVisit,
  snapshot: PageSnapshot | null,
  missing: Missing,
): VisitFailure | null {
  if (snapshot === null) return new VisitFailure('timeout', 'the page did not load in time');
  if (world.isStopped) return new VisitFailure('timeout', 'the page’s scripts do not end');
  if (snapshot.truncated === 'elements') {
    return new VisitFailure('too-large', 'the page has more elements than the checker reads');
  }
  if (snapshot.truncated === 'milliseconds') {
    return new VisitFailure('checker-failed', 'this computer was too busy to read the whole page');
  }
  // Without an element that runs scripts, a script is only loaded ahead of another page.
  const isLoadingScripts = snapshot.scripts > 0 && network.isLoadingScripts();
  if (snapshot.readyState !== 'loading' && !isLoadingScripts && !missing.data) {
    return missing.frame === null ? null : new VisitFailure('frame-not-read', missing.frame);
  }
  if (network.failure !== null) return failureOfNetError(network.failure);
  return new VisitFailure('timeout', 'the page was still loading at the time limit');
}

/**
 * Records what the page needed and did not get, and whether it was ever filled. A failure counts only on a page
 * without an article: a site's counter may fail for months.
 */
export function recordFaults(
  visit: RenderVisit,
  snapshot: PageSnapshot | null,
  content: ShownContent | null,
  found: ReadonlyMap<string, LinkMatches>,
): void {
  if (snapshot === null || content === null || hasEvery(found)) return;
  const { ink, isAdWall } = content;
  const { facts, network } = visit;
  if (isAdWall || isNotice(visit, content)) facts.look ??= 'not-filled';
  if (hasArticle(content)) return;
  const { faults, foreignFaults } = network;
  const missed = ink < LITTLE_INK ? [...faults, ...foreignFaults] : [...faults];
  if (missed.length > 0) facts.faults = missed;
  const hasScripts = snapshot.scripts > 0;
  const isTemporary = network.refresh !== null && network.refresh.seconds <= REFRESH_SECONDS;
  // There was no time to load the page again without blocking.
  const isBlockedByUs = network.blocksTrackers && network.hasBlocked;
  const isWall = (isTemporary && isShort(content)) || (isBlockedByUs && ink < FILLED_INK);
  if (isWall || isUnfilled(content, snapshot)) facts.look ??= ink === 0 && !hasScripts ? 'empty' : 'not-filled';
}
