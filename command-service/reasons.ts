/** The text of a verdict, for people. Contract: the command line, the answers and the history share it. */

import type { LinkStatusChanged } from './events/check.ts';
import type {
  Indexing,
  NearMiss,
  Observation,
  PageFault,
  ReasonCode,
  ReasonDetails,
  RobotsTxt,
  TargetResponse,
  Visit,
  Warning,
  WarningCode,
} from './events/observation.ts';
import { sameAddress } from './link-address.ts';

type StatusReason = LinkStatusChanged['data']['reason'];

/** A reason without the page it belongs to. */
const SENTENCES: Readonly<Record<StatusReason, string>> = {
  'found-static': 'The link is on the page.',
  'found-rendered': 'The link is on the page once its scripts have run.',
  'not-on-page': 'The page was read completely and the link is not on it.',
  'page-gone': 'The page no longer exists.',
  'not-html': 'The address answers with something that is not a web page.',
  timeout: 'The page did not answer in time.',
  dns: 'The host name could not be found.',
  refused: 'The server did not accept the connection.',
  tls: 'The server’s certificate or encryption is not valid.',
  blocked: 'The site blocks automated visits.',
  'server-error': 'The server answered with an error of its own.',
  'too-large': 'The page is too large to be read completely.',
  'redirect-loop': 'The address redirects in a circle or too often.',
  'address-not-allowed': 'The address is not a public web address, so it was not visited.',
  'not-rendered': 'The link is not in the page’s source, and no browser could run its scripts to be sure.',
  'checker-failed': 'The checker itself failed on this page; the page may be fine.',
  'unexpected-status': 'The page answered with a status that says neither yes nor no.',
  'never-checked': 'Not checked yet.',
  'address-changed': 'The addresses were changed, so the earlier result no longer counts.',
  'still-loading': 'The page answered but did not finish loading.',
  'cut-off': 'The connection ended in the middle of the page.',
  'headers-too-large': 'The headers of the answer are too large to be read.',
  'unknown-encoding': 'The page is encoded in a way that the checker cannot read.',
  'invalid-response': 'The server’s answer breaks the rules of HTTP.',
  'redirect-not-allowed': 'The address redirects to something that is not a web page.',
  'empty-page': 'The page is empty.',
  'not-filled': 'The page loaded, but its content never appeared.',
  'script-failed': 'A script that builds the page failed.',
  'data-failed': 'The page could not load its content.',
  'sign-in': 'The site shows a sign-in form instead of the article.',
  consent: 'The site asks for consent instead of showing the article.',
  'home-page': 'The address redirects to the home page, so the article was not read.',
  'other-page': 'The address redirects to another page, so the article was not read.',
};

/** Every reason that a link can have. */
export const STATUS_REASONS = Object.keys(SENTENCES) as readonly StatusReason[];

/** The sentence of a reason, with its details where they are known: 'The page answered 403: the site blocks automated visits.' */
export function formatReason(code: StatusReason, details: ReasonDetails | null = null): string {
  const sentence = explain(code, details ?? {});
  return details?.endedAt === undefined
    ? sentence
    : `${sentence.slice(0, -1)} (the visit ended at ${details.endedAt}).`;
}

function explain(code: StatusReason, { httpStatus, contentType, nearMiss, message }: ReasonDetails): string {
  const short = SENTENCES[code];
  const withMessage = message === undefined ? short : `${short.slice(0, -1)}: ${message}.`;
  switch (code) {
    case 'page-gone':
    case 'blocked':
    case 'server-error':
    case 'unexpected-status':
    case 'sign-in':
    case 'consent':
      return httpStatus === undefined ? short : `The page answered ${httpStatus}: ${lowerFirst(short)}`;
    case 'not-html':
      return contentType === undefined ? short : `${short.slice(0, -1)} (${contentType}).`;
    case 'not-on-page':
      return nearMiss === undefined ? short : `${short} ${formatNearMiss(nearMiss)}`;
    case 'not-rendered':
      return message === undefined ? short : `${short.slice(0, -1)} (${message}).`;
    case 'address-not-allowed':
    case 'redirect-not-allowed':
    case 'cut-off':
    case 'headers-too-large':
    case 'unknown-encoding':
    case 'invalid-response':
    case 'still-loading':
    case 'script-failed':
    case 'data-failed':
    case 'tls':
    case 'dns':
      return withMessage;
    default:
      return short;
  }
}

/** The details of a verdict's reason. */
export function reasonDetails(code: ReasonCode, observation: Observation): ReasonDetails {
  const visit = visitBehind(code, observation);
  if (visit === undefined) return {};
  const { httpStatus, contentType, finalUrl, requestedUrl } = visit;
  const near = observation.visits.findLast(({ nearMisses }) => nearMisses !== undefined && nearMisses.length > 0)
    ?.nearMisses?.[0];
  const [other] = visit.nearest;
  const nearMiss = near ?? (other === undefined ? undefined : { cause: 'other-path' as const, href: other.href });
  const message = messageOf(code, observation, visit);
  return {
    ...(httpStatus === null || (httpStatus >= 200 && httpStatus < 300) ? {} : { httpStatus }),
    ...(code !== 'not-html' || contentType === null ? {} : { contentType }),
    ...(code !== 'not-on-page' || nearMiss === undefined ? {} : { nearMiss }),
    ...(message === undefined ? {} : { message }),
    ...(sameAddress(finalUrl, requestedUrl) ? {} : { endedAt: finalUrl }),
  };
}

function messageOf(code: ReasonCode, { browserSkipped }: Observation, { error, faults }: Visit): string | undefined {
  if (code === 'not-rendered') return browserSkipped ?? undefined;
  if (code !== 'script-failed' && code !== 'data-failed') return error?.message;
  const fault = faults?.find(({ kind }) => (code === 'data-failed') === (kind === 'data'));
  return fault === undefined ? undefined : formatFault(fault);
}

/** The visit that a reason is about: the last one that explains it. */
function visitBehind(code: ReasonCode, { visits }: Observation): Visit | undefined {
  const isAbout = ({ httpStatus, error, challenge, look, faults, matches }: Visit): boolean => {
    switch (code) {
      case 'found-static':
      case 'found-rendered':
        return matches.length > 0;
      case 'not-on-page':
        return true;
      case 'page-gone':
        return httpStatus === 404 || httpStatus === 410;
      case 'blocked':
        return challenge || httpStatus === 401 || httpStatus === 403 || httpStatus === 429;
      case 'server-error':
        return httpStatus !== null && httpStatus >= 500 && httpStatus <= 599;
      case 'script-failed':
      case 'data-failed':
        return faults !== undefined && faults.length > 0;
      case 'empty-page':
        return look === 'empty';
      case 'sign-in':
      case 'consent':
      case 'not-filled':
        return look === code;
      case 'still-loading':
        return error?.code === 'timeout' || error?.code === 'still-loading';
      case 'cut-off':
        return error?.code === 'refused' || error?.code === 'cut-off';
      default:
        return error?.code === code;
    }
  };
  return visits.findLast(isAbout) ?? visits.at(-1);
}

/** What failed on a page: 'https://blog.example/app.js answered 503', or the message of an exception. */
export function formatFault({ kind, what, httpStatus }: PageFault): string {
  if (kind === 'exception') return what;
  return `${what} ${httpStatus === null ? 'did not load' : `answered ${httpStatus}`}`;
}

/** The near miss in a sentence. */
export function formatNearMiss({ cause, href }: NearMiss): string {
  switch (cause) {
    case 'other-path':
      return `It links to ${href} instead.`;
    case 'other-subdomain':
      return `It links to ${href}, which is on another subdomain.`;
    case 'no-scheme':
      return `A link lacks https:// in front of its address: ${href}.`;
    case 'curly-quotes':
      return `A link has typographic quotation marks in its address: ${href}.`;
    case 'double-scheme':
      return `A link has a second http:// in its address: ${href}.`;
    case 'typo-in-host':
      return `A link misspells the host: ${href}.`;
    case 'redirector':
      return `A link leads there through a redirect: ${href}.`;
    case 'plain-text':
      return `The address is on the page as text, not as a link: ${href}.`;
    default:
      return cause satisfies never;
  }
}

/** The name of a warning, for filters and settings. */
export const WARNING_LABELS: Readonly<Record<WarningCode, string>> = {
  hidden: 'Hidden link',
  noindex: 'Page is noindex',
  'canonical-elsewhere': 'Canonical elsewhere',
  'robots-txt': 'Blocked by robots.txt',
  'client-page-error': 'Client page has an error',
  'client-page-redirect': 'Client page redirects',
  'changed-by-script': 'Changed by a script',
  'only-in-frame': 'Only in a frame',
  'only-after-scrolling': 'Only after scrolling',
  'anchor-changed': 'Anchor changed',
  'type-changed': 'Link type changed',
};

/** True for a warning that this version knows. */
export function isWarningCode(code: string): code is WarningCode {
  return Object.hasOwn(WARNING_LABELS, code);
}

/** The warning in a sentence with its evidence. */
export function formatWarning({ code, evidence }: Warning): string {
  switch (code) {
    case 'hidden':
      return `Visitors cannot see the link: ${evidence}.`;
    case 'noindex':
      return `Search engines are asked not to list the page: ${evidence}.`;
    case 'canonical-elsewhere':
      return `The page names another address as the original: ${evidence}.`;
    case 'robots-txt':
      return `The site’s robots.txt keeps Googlebot from reading the page: ${evidence}.`;
    case 'client-page-error':
      return `The client’s page cannot be opened: ${evidence}.`;
    case 'client-page-redirect':
      return `The client’s page redirects elsewhere: ${evidence}.`;
    case 'changed-by-script':
      return `A script changes the link: ${evidence}.`;
    case 'only-in-frame':
      return `The link is only in a frame, which search engines count for another page: ${evidence}.`;
    case 'only-after-scrolling':
      return `The link appears only after scrolling: ${evidence}.`;
    case 'anchor-changed':
      return `The anchor text changed: ${evidence}.`;
    case 'type-changed':
      return `The link type changed: ${evidence}.`;
    default:
      return code satisfies never;
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
