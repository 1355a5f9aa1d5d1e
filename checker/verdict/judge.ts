/**
 * The verdict on an observation (infra/docs/product.md, "Statuses"). Pure and total: every observation has exactly one
 * verdict, so old observations can be judged again when the rules change.
 */
import type { Observation, ReasonCode, Verdict, Visit } from '../../command-service/events/observation.ts';
import { mediaTypeOf } from '../visit/media-type.ts';
import { strongestLink } from './link-type.ts';

/** Raise it with every change of the rules here or in `link-type.ts`. */
export const RULE_VERSION = 1;

/**
 * Judges one check.
 * - Live: a visit found a match. A match on the error page of a 404 or 410 does not count: it is in the site's footer,
 *   and search engines drop the page.
 * - Removed: the page is gone, is not a web page, or was read completely by both tiers without a match.
 * - Pending: everything else. Nothing is claimed about a page that was not read, or when one tier read the page and the
 *   other says there is none. A page that answers 200 and looks like an error page ("soft 404") is not judged.
 */
export function judge(observation: Observation): Verdict {
  const there = observation.visits.filter(({ httpStatus }) => !isGone(httpStatus));
  const chosen = strongestLink(there);
  if (chosen !== null) {
    const isStatic = there.some((visit) => visit.by === 'http' && visit.matches.length > 0);
    const { link, type, cause } = chosen;
    return {
      status: 'live',
      reason: isStatic ? 'found-static' : 'found-rendered',
      anchor: link.anchor === '' ? null : link.anchor,
      linkType: type,
      linkTypeCause: cause,
      ruleVersion: RULE_VERSION,
    };
  }
  const http = observation.visits.findLast((visit) => visit.by === 'http');
  const browser = observation.visits.findLast((visit) => visit.by === 'browser');
  return judgeAbsence(http, browser);
}

function judgeAbsence(http: Visit | undefined, browser: Visit | undefined): Verdict {
  if (browser === undefined) {
    if (http === undefined) return pending('never-checked');
    const result = resultOf(http);
    if (result.kind === 'read') return pending('not-rendered');
    return result.kind === 'final' ? removed(result.reason) : pending(result.reason);
  }
  const browserResult = resultOf(browser);
  // Without the source, half of the proof is missing.
  if (http === undefined) {
    if (browserResult.kind === 'read') return pending('checker-failed');
    return browserResult.kind === 'final' ? removed(browserResult.reason) : pending(browserResult.reason);
  }
  const httpResult = resultOf(http);
  if (httpResult.kind === 'read') {
    if (browserResult.kind === 'read') return removed('not-on-page');
    // The source has the page, so the browser's failure does not mean that it is gone.
    return pending(browserResult.kind === 'final' ? 'unexpected-status' : browserResult.reason);
  }
  if (browserResult.kind === 'read')
    return pending(httpResult.kind === 'final' ? 'unexpected-status' : httpResult.reason);
  if (browserResult.kind === 'final') return removed(browserResult.reason);
  if (httpResult.kind === 'final') return removed(httpResult.reason);
  // Neither tier read the page: the one that got further has the better reason.
  return pending(browser.httpStatus === null ? httpResult.reason : browserResult.reason);
}

type TierResult =
  /** Read completely: the absence of a link proves something. */
  | { readonly kind: 'read' }
  /** There is no page. */
  | { readonly kind: 'final'; readonly reason: 'page-gone' | 'not-html' }
  | { readonly kind: 'trouble'; readonly reason: ReasonCode };

/** The result of one visit without a match. The HTTP status takes precedence over a failure after it. */
function resultOf(visit: Visit): TierResult {
  const { httpStatus: status, error } = visit;
  if (visit.challenge) return trouble('blocked');
  if (isGone(status)) return { kind: 'final', reason: 'page-gone' };
  if (status === 401 || status === 403 || status === 429) return trouble('blocked');
  if (error !== null && error.code !== 'not-html') return trouble(troubleReason(error.code));
  if (status === null) return trouble('checker-failed');
  if (status >= 500 && status <= 599) return trouble('server-error');
  // No other status says whether the page still has the link: 402 wants money, 451 obeys a court, 405 and 406 depend on
  // the request, 204 and 205 have no content, a 3xx without a target leads nowhere.
  if (status < 200 || status > 299 || status === 204 || status === 205) return trouble('unexpected-status');
  if (error !== null || !isHtml(visit.contentType)) return { kind: 'final', reason: 'not-html' };
  return visit.complete ? { kind: 'read' } : trouble('checker-failed');
}

function isGone(status: number | null): boolean {
  return status === 404 || status === 410;
}

/** The code of an error as a reason for `pending`. A code that claims a status is not an error code. */
function troubleReason(code: ReasonCode): ReasonCode {
  switch (code) {
    case 'timeout':
    case 'dns':
    case 'refused':
    case 'tls':
    case 'blocked':
    case 'server-error':
    case 'too-large':
    case 'redirect-loop':
    case 'address-not-allowed':
    case 'not-rendered':
    case 'checker-failed':
    case 'unexpected-status':
      return code;
    case 'found-static':
    case 'found-rendered':
    case 'not-on-page':
    case 'page-gone':
    case 'not-html':
    case 'never-checked':
      return 'checker-failed';
    default: {
      const _: never = code;
      return _;
    }
  }
}

/** A page without a media type counts as HTML: the fetcher has rejected everything that does not look like it. */
function isHtml(contentType: string | null): boolean {
  const type = mediaTypeOf(contentType);
  return type === null || type === 'text/html' || type === 'application/xhtml+xml';
}

function trouble(reason: ReasonCode): TierResult {
  return { kind: 'trouble', reason };
}

function removed(reason: ReasonCode): Verdict {
  return { status: 'removed', reason, anchor: null, linkType: null, linkTypeCause: null, ruleVersion: RULE_VERSION };
}

function pending(reason: ReasonCode): Verdict {
  return { status: 'pending', reason, anchor: null, linkType: null, linkTypeCause: null, ruleVersion: RULE_VERSION };
}
