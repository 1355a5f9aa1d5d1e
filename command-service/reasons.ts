/** The text of a verdict, for people. Contract: the command line, the answers and the history share it. */

import type { LinkStatusChanged } from './events/check.ts';
import type { Indexing, Observation, ReasonCode, RobotsTxt, TargetResponse } from './events/observation.ts';

/** The text of a reason code without its observation, for lists and alerts. */
export function formatReasonCode(code: ReasonCode | LinkStatusChanged['data']['reason']): string {
  switch (code) {
    case 'found-static':
      return 'The link stands on the page.';
    case 'found-rendered':
      return 'The link stands on the page once its scripts have run.';
    case 'not-on-page':
      return 'The page was read completely and the link is not on it.';
    case 'page-gone':
      return 'The page no longer exists.';
    case 'not-html':
      return 'The address answers with something that is not a web page.';
    case 'timeout':
      return 'The page did not answer in time.';
    case 'dns':
      return 'The host name could not be found.';
    case 'refused':
      return 'The server did not accept the connection.';
    case 'tls':
      return 'The server’s certificate or encryption is not valid.';
    case 'blocked':
      return 'The site blocks automated visits.';
    case 'server-error':
      return 'The server answered with an error of its own.';
    case 'too-large':
      return 'The page is too large to be read completely.';
    case 'redirect-loop':
      return 'The address redirects in a circle or too often.';
    case 'address-not-allowed':
      return 'The address is not a public web address, so it was not visited.';
    case 'not-rendered':
      return 'The link is not in the page’s source, and no browser could run its scripts to be sure.';
    case 'checker-failed':
      return 'The checker itself failed on this page; the page may be fine.';
    case 'unexpected-status':
      return 'The page answered with a status that says neither yes nor no.';
    case 'never-checked':
      return 'Not checked yet.';
    case 'address-changed':
      return 'The addresses were changed, so the earlier result no longer counts.';
    default: {
      const _: never = code;
      return _;
    }
  }
}

/** The text of a reason with details of the observation: 'The page answered 403: the site blocks automated visits.' */
export function formatReason(code: ReasonCode, observation: Observation | null): string {
  const short = formatReasonCode(code);
  const visit = observation?.visits.at(-1);
  if (visit === undefined) return short;
  switch (code) {
    case 'page-gone':
    case 'blocked':
    case 'server-error':
    case 'unexpected-status':
      return visit.httpStatus === null || (code === 'blocked' && visit.challenge)
        ? short
        : `The page answered ${visit.httpStatus}: ${lowerFirst(short)}`;
    case 'not-html':
      return visit.contentType === null ? short : `${short.slice(0, -1)} (${visit.contentType}).`;
    case 'not-on-page': {
      const near = visit.nearest[0];
      return near === undefined ? short : `${short} It links to ${near.href} instead.`;
    }
    case 'address-not-allowed':
      return visit.error === null ? short : `${short.slice(0, -1)}: ${visit.error.message}.`;
    case 'not-rendered':
      return observation?.browserSkipped ? `${short.slice(0, -1)} (${observation.browserSkipped}).` : short;
    default:
      return short;
  }
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** The noindex rules of the page: 'Asked not to list it: meta robots (noindex)'. */
export function formatIndexing({ rules }: Indexing): string {
  const against = rules.filter(
    ({ robot, directives }) =>
      (robot === null || robot === 'googlebot') && directives.some((each) => each === 'noindex' || each === 'none'),
  );
  if (against.length === 0) return 'Nothing asks them to leave it out.';
  const sources = against.map(({ by, robot }) => {
    const source = by === 'meta-robots' ? 'its robots meta tag' : 'its X-Robots-Tag header';
    return robot === null ? source : `${source} for ${robot}`;
  });
  return `They are asked not to list it by ${[...new Set(sources)].join(' and ')}.`;
}

/** The robots.txt rule for Googlebot on this page. */
export function formatRobotsTxt(said: RobotsTxt): string {
  switch (said) {
    case 'allowed':
      return 'It lets Googlebot read the page.';
    case 'disallowed':
      return 'It keeps Googlebot from reading the page.';
    case 'none':
      return 'There is none: every robot may read the page.';
    case 'unreadable':
      return 'It could not be read: search engines may stay away until it can.';
    default: {
      const _: never = said;
      return _;
    }
  }
}

/** The answer of the client's address: 'HTTP 404', 'HTTP 200 after 2 redirects'. */
export function formatLanding({ httpStatus, hops, error }: TargetResponse): string {
  if (error !== null) return `It could not be read: ${error.message}.`;
  const answer = httpStatus === null ? 'No answer' : `HTTP ${httpStatus}`;
  if (hops.length === 0) return answer;
  return `${answer} after ${hops.length === 1 ? 'a redirect' : `${hops.length} redirects`}`;
}
