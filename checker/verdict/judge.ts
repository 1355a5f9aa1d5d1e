/**
 * The verdict on an observation (infra/docs/product.md, "Statuses"). Pure and total: every observation has exactly one
 * verdict, so old observations can be judged again when the rules change.
 */
import type { Observation, ReasonCode, Verdict, Visit } from '../../command-service/contract/observation.ts';
import { isHtmlType, isXmlType, mediaTypeOf } from '../visit/media-type.ts';
import { isArticle, isSuccess } from './article.ts';
import { endedElsewhere } from './ended-elsewhere.ts';
import { strongestLink, type TypedLink } from './link-type.ts';
import { warningsOf } from './warnings.ts';

/** Raise this version with every change of the rules, here or in the files that this module imports. */
export const RULE_VERSION = 4;

/**
 * Judges one check.
 * - Live: a visit found a match on a page that answered as the article. A match on an error page, a challenge, a sign-in
 *   form, a consent wall, or the home page or error page that the address redirects to is no evidence.
 * - Removed: the page is gone, is not a web page, or was read completely by both tiers without a match. A browser must
 *   confirm each of these if there is one. Where HTTP fails because the server breaks the protocol, the browser alone
 *   decides.
 * - Pending: everything else. Nothing is claimed about a page that was not read, or when one tier read the page and the
 *   other says that the page does not exist. A page that answers 200 and looks like an error page ("soft 404") is not
 *   judged.
 */
export function judge(observation: Observation): Verdict {
  const evidence = observation.visits.filter(isArticle);
  const chosen = strongestLink(evidence);
  const verdict = chosen === null ? absence(observation) : presence(chosen, evidence);
  const warnings = warningsOf(observation, chosen === null ? [] : evidence);
  return warnings.length === 0 ? verdict : { ...verdict, warnings };
}

function presence({ link, type, cause }: TypedLink, evidence: readonly Visit[]): Verdict {
  const isStatic = evidence.some((visit) => visit.by === 'http' && visit.matches.length > 0);
  return {
    status: 'live',
    reason: isStatic ? 'found-static' : 'found-rendered',
    anchor: link.anchor === '' ? null : link.anchor,
    linkType: type,
    linkTypeCause: cause,
    ruleVersion: RULE_VERSION,
  };
}

function absence({ visits, articleEnd }: Observation): Verdict {
  const http = visits.findLast((visit) => visit.by === 'http');
  const browser = visits.findLast((visit) => visit.by === 'browser');
  const resultOf = (visit: Visit) => tierResult(visit, articleEnd);
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
    // The source has the page, so the browser's failure does not mean that the page is gone.
    return pending(browserResult.kind === 'final' ? 'unexpected-status' : browserResult.reason);
  }
  if (browserResult.kind === 'read') {
    if (httpResult.kind === 'protocol') return removed('not-on-page');
    return pending(httpResult.kind === 'final' ? 'unexpected-status' : httpResult.reason);
  }
  // Chromium shows an answer without HTTP headers as a text.
  if (httpResult.kind === 'protocol' && browserResult.kind === 'final' && browserResult.reason === 'not-html') {
    return pending(httpResult.reason);
  }
  if (browserResult.kind === 'final') return removed(browserResult.reason);
  // A server may answer browsers differently than it answers programs.
  if (httpResult.kind === 'final') return pending(browserResult.reason);
  // Neither tier read the page: the tier that got further has the better reason.
  return pending(browser.httpStatus === null ? httpResult.reason : browserResult.reason);
}

type TierResult =
  /** Read completely: the absence of a link proves something. */
  | { readonly kind: 'read' }
  /** The page does not exist, or the address has no page. */
  | { readonly kind: 'final'; readonly reason: 'page-gone' | 'not-html' }
  /** The server breaks the protocol; a browser may tolerate it. */
  | { readonly kind: 'protocol'; readonly reason: ReasonCode }
  | { readonly kind: 'trouble'; readonly reason: ReasonCode };

/**
 * The result of one visit without a match. The HTTP status takes precedence over a failure after it. `articleEnd`: where
 * the redirects ended when the link was last found, if they did.
 */
function tierResult(visit: Visit, articleEnd: string | undefined): TierResult {
  const { httpStatus: status, error, look } = visit;
  if (visit.challenge) return trouble('blocked');
  if (isGone(status)) return { kind: 'final', reason: 'page-gone' };
  if (status === 401 || status === 403 || status === 429) return trouble('blocked');
  if (error !== null && isProtocolError(error.code) && (status === null || isSuccess(status))) {
    return { kind: 'protocol', reason: error.code };
  }
  if (error !== null && error.code !== 'not-html') return trouble(troubleReason(error.code, status));
  if (status === null) return trouble('checker-failed');
  if (status >= 500 && status <= 599) return trouble('server-error');
  // All other statuses leave open whether the page still has the link: 402 wants money, 451 obeys a court, 405 and 406
  // depend on the request, 204 and 205 have no content, a 3xx without a target leads nowhere.
  if (!isSuccess(status)) return trouble('unexpected-status');
  const end = endedElsewhere(visit, articleEnd);
  const isForm = look === 'sign-in' || look === 'consent';
  if (end !== null) return trouble(end === 'other-page' && isForm ? look : end);
  const type = mediaTypeOf(visit.contentType);
  if (error !== null || !(isHtmlType(type) || isXmlType(type))) return { kind: 'final', reason: 'not-html' };
  if (isForm) return trouble(look);
  if (look === 'empty') return trouble('empty-page');
  const [fault] = visit.faults ?? [];
  if (fault !== undefined) return trouble(fault.kind === 'data' ? 'data-failed' : 'script-failed');
  if (look === 'not-filled') return trouble('not-filled');
  return visit.complete ? { kind: 'read' } : trouble('checker-failed');
}

function isGone(status: number | null): boolean {
  return status === 404 || status === 410;
}

/** Whether the server broke the protocol in a way that browsers may tolerate. */
export function isProtocolError(code: ReasonCode): boolean {
  return code === 'invalid-response' || code === 'headers-too-large';
}

/** Codes that claim something about a link; codes of errors never do. */
const CLAIMS: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'found-static',
  'found-rendered',
  'not-on-page',
  'page-gone',
  'not-html',
  'never-checked',
]);

/** The code of an error as a reason for `pending`. With a status, the server did answer: the page is incomplete. */
function troubleReason(code: ReasonCode, status: number | null): ReasonCode {
  if (code === 'timeout' && status !== null) return 'still-loading';
  if (code === 'refused' && status !== null) return 'cut-off';
  return CLAIMS.has(code) ? 'checker-failed' : code;
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
