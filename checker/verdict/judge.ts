/**
 * What an observation means (infra/docs/product.md, "Statuses"). Pure and total: any observation has one verdict, the
 * same one every time, so that old observations can be judged again when the rules change.
 */
import type { Observation, ReasonCode, Verdict, Visit } from '../../command-service/events/observation.ts';
import { mediaTypeOf } from '../visit/media-type.ts';
import { strongestLink } from './link-type.ts';

/** Raised with every change of the rules below or of those in `verdict-link.ts`. */
export const RULE_VERSION = 1;

/**
 * Judges one check. Live: a match in any visit whose page is there; on the error page of one that is gone (404, 410) a
 * link in the site's footer keeps no promise, and search engines drop the page. Removed: the page is gone, is no web page, or was read completely by
 * both tiers without a match. Pending: everything else, because nothing is claimed of a page that was not read, nor
 * when one tier read the page and the other says there is none. Whether a page that answers 200 is an error page in
 * disguise ("soft 404") is not judged.
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
    const said = outcomeOf(http);
    if (said.kind === 'read') return pending('not-rendered');
    return said.kind === 'final' ? removed(said.reason) : pending(said.reason);
  }
  const rendered = outcomeOf(browser);
  // The source was not looked at: half of the proof is missing.
  if (http === undefined) {
    if (rendered.kind === 'read') return pending('checker-failed');
    return rendered.kind === 'final' ? removed(rendered.reason) : pending(rendered.reason);
  }
  const source = outcomeOf(http);
  if (source.kind === 'read') {
    if (rendered.kind === 'read') return removed('not-on-page');
    // The page is there, so the browser's trouble with it is not its end.
    return pending(rendered.kind === 'final' ? 'unexpected-status' : rendered.reason);
  }
  if (rendered.kind === 'read') return pending(source.kind === 'final' ? 'unexpected-status' : source.reason);
  if (rendered.kind === 'final') return removed(rendered.reason);
  if (source.kind === 'final') return removed(source.reason);
  // Neither read it: the one that got further knows better.
  return pending(browser.httpStatus === null ? source.reason : rendered.reason);
}

type TierResult =
  /** Read completely: the absence of a link means something. */
  | { readonly kind: 'read' }
  /** There is no page to read. */
  | { readonly kind: 'final'; readonly reason: 'page-gone' | 'not-html' }
  | { readonly kind: 'trouble'; readonly reason: ReasonCode };

/** What one visit without a match says. The status counts before the words of a failure that came after it. */
function outcomeOf(visit: Visit): TierResult {
  const { httpStatus: status, error } = visit;
  if (visit.challenge) return trouble('blocked');
  if (isGone(status)) return { kind: 'final', reason: 'page-gone' };
  if (status === 401 || status === 403 || status === 429) return trouble('blocked');
  if (error !== null && error.code !== 'not-html') return trouble(troubleOf(error.code));
  if (status === null) return trouble('checker-failed');
  if (status >= 500 && status <= 599) return trouble('server-error');
  // 402 and 451 ask for money or obey a court, 405, 406 and the like are a server's whim, 204 and 205 have no content,
  // a 3xx here leads nowhere, 999 is somebody's joke: none says whether the page still carries the link.
  if (status < 200 || status > 299 || status === 204 || status === 205) return trouble('unexpected-status');
  if (error !== null || !isHtml(visit.contentType)) return { kind: 'final', reason: 'not-html' };
  return visit.complete ? { kind: 'read' } : trouble('checker-failed');
}

function isGone(status: number | null): boolean {
  return status === 404 || status === 410;
}

/** An error's code as a reason for knowing nothing: one that claims something was not meant as an error. */
function troubleOf(code: ReasonCode): ReasonCode {
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

/** A page without a type is read as a browser would: as HTML, if it looked like it. */
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
