/** The text of a verdict, for people. Contract: the command line, the answers and the history share it. */

import type { StatusReason } from '../model/check/events.ts';
import { sameAddress } from './link-address.ts';
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
} from './observation.ts';

/** The English texts, by key; `{name}` is a value. The console has the same texts in the reader's language. */
export const ENGLISH_TEXTS = {
  'reason.found-static': 'The link is on the page.',
  'reason.found-rendered': 'The link is on the page, added by JavaScript.',
  'reason.not-on-page': 'We read the whole page. The link isn’t there.',
  'reason.page-gone': 'The page no longer exists.',
  'reason.not-html': 'This URL isn’t a web page.',
  'reason.timeout': 'The page did not answer in time.',
  'reason.dns': 'The host name could not be found.',
  'reason.refused': 'The server did not accept the connection.',
  'reason.tls': 'The server’s certificate or encryption is not valid.',
  'reason.blocked': 'The site blocks automated visits.',
  'reason.server-error': 'The server answered with an error of its own.',
  'reason.too-large': 'The page is too large to be read completely.',
  'reason.redirect-loop': 'The URL is in a redirect loop, or redirects too often.',
  'reason.address-not-allowed': 'The URL is not a public web address, so it was not visited.',
  'reason.not-rendered': 'The link is not in the page’s source, and no browser could run its scripts to be sure.',
  'reason.checker-failed': 'Our checker failed. The page may be fine.',
  'reason.unexpected-status': 'The page answered with an unexpected status.',
  'reason.never-checked': 'Not checked yet.',
  'reason.corrected-live': 'Corrected by a person: the link is live.',
  'reason.corrected-removed': 'Corrected by a person: the link was removed.',
  'reason.corrected-not-ours': 'Corrected by a person: the link on the page belongs to somebody else.',
  'reason.correction-undone': 'A correction was undone: the check before it counts again.',
  'reason.address-changed': 'The URLs were changed, so the earlier result no longer counts.',
  'reason.still-loading': 'The page answered but did not finish loading.',
  'reason.cut-off': 'The connection ended in the middle of the page.',
  'reason.headers-too-large': 'The headers of the answer are too large to be read.',
  'reason.unknown-encoding': 'The page is encoded in a way that the checker cannot read.',
  'reason.invalid-response': 'The server’s answer breaks the rules of HTTP.',
  'reason.redirect-not-allowed': 'The URL redirects to something that is not a web page.',
  'reason.empty-page': 'The page is empty.',
  'reason.not-filled': 'The page loaded, but its content never appeared.',
  'reason.script-failed': 'A script that builds the page failed.',
  'reason.data-failed': 'The page could not load its content.',
  'reason.frame-not-read': 'The content of the page is in a frame of another site, which could not be read.',
  'reason.sign-in': 'The site shows a sign-in form instead of the article.',
  'reason.consent': 'The site asks for consent instead of showing the article.',
  'reason.home-page': 'The URL redirects to the home page, so the article was not read.',
  'reason.other-page': 'The URL redirects to another page, so the article was not read.',
  'answered.page-gone': 'The page answered {httpStatus}: the page no longer exists.',
  'answered.blocked': 'The page answered {httpStatus}: the site blocks automated visits.',
  'answered.server-error': 'The page answered {httpStatus}: the server answered with an error of its own.',
  'answered.unexpected-status': 'The page answered {httpStatus}, an unexpected status.',
  'answered.sign-in': 'The page answered {httpStatus}: the site shows a sign-in form instead of the article.',
  'answered.consent': 'The page answered {httpStatus}: the site asks for consent instead of showing the article.',
  'typed.not-html': 'This URL isn’t a web page ({contentType}).',
  'because.not-rendered':
    'The link is not in the page’s source, and no browser could run its scripts to be sure ({message}).',
  'except.not-on-page': 'We read the page, but not the frame of another site in it ({frame}). The link isn’t there.',
  because: '{sentence}: {message}.',
  endedAt: '{sentence} (the visit ended at {url}).',
  'fault.noAnswer': '{what} did not load',
  'fault.answered': '{what} answered {httpStatus}',
  'nearMiss.other-path': 'The page links to another URL of this client: {href}.',
  'nearMiss.other-subdomain': 'The page links to another subdomain of this client: {href}.',
  'nearMiss.no-scheme': 'A link lacks https:// in front of its URL: {href}.',
  'nearMiss.curly-quotes': 'A link has typographic quotation marks in its URL: {href}.',
  'nearMiss.double-scheme': 'A link has a second http:// in its URL: {href}.',
  'nearMiss.typo-in-host': 'A link misspells the host: {href}.',
  'nearMiss.redirector': 'A link leads there through a redirect: {href}.',
  'nearMiss.plain-text': 'The URL is on the page as text, not as a link: {href}.',
  'warningLabel.hidden': 'Hidden link',
  'warningLabel.noindex': 'Noindex page',
  'warningLabel.canonical-elsewhere': 'Canonical points elsewhere',
  'warningLabel.robots-txt': 'Blocked by robots.txt',
  'warningLabel.client-page-error': 'Client page has an error',
  'warningLabel.client-page-redirect': 'Client page redirects',
  'warningLabel.changed-by-script': 'Changed by a script',
  'warningLabel.only-in-frame': 'Inside an iframe',
  'warningLabel.only-after-scrolling': 'Only after scrolling',
  'warningLabel.anchor-changed': 'Anchor changed',
  'warningLabel.type-changed': 'Link type changed',
  'warning.hidden': 'Visitors cannot see the link: {evidence}.',
  'warning.noindex': 'The page asks search engines not to index it: {evidence}.',
  'warning.canonical-elsewhere': 'The page names another URL as the original: {evidence}.',
  'warning.robots-txt': 'The site’s robots.txt keeps Googlebot from reading the page: {evidence}.',
  'warning.client-page-error': 'The client’s page cannot be opened: {evidence}.',
  'warning.client-page-redirect': 'The client’s page redirects elsewhere: {evidence}.',
  'warning.changed-by-script': 'A script changes the link: {evidence}.',
  'warning.only-in-frame': 'The link is only in a frame, which search engines count for another page: {evidence}.',
  'warning.only-after-scrolling': 'The link appears only after scrolling: {evidence}.',
  'warning.anchor-changed': 'The anchor text changed: {evidence}.',
  'warning.type-changed': 'The link type changed: {evidence}.',
  'indexing.allowed': 'The page may be listed.',
  'indexing.forbidden': 'They are asked not to list it by {sources}.',
  'indexing.meta-robots': 'its robots meta tag',
  'indexing.x-robots-tag': 'its X-Robots-Tag header',
  'indexing.forRobot': '{source} for {robot}',
  'indexing.and': ' and ',
  'robotsTxt.allowed': 'It lets Googlebot read the page.',
  'robotsTxt.disallowed': 'It keeps Googlebot from reading the page.',
  'robotsTxt.none': 'No robots.txt: every crawler may read the page.',
  'robotsTxt.unreadable': 'It could not be read: search engines may stay away until it can.',
  'landing.failed': 'It could not be read: {message}.',
  'landing.noAnswer': 'No answer',
  'landing.status': 'HTTP {httpStatus}',
  'landing.afterRedirect': '{answer} after a redirect',
  'landing.afterRedirects': '{answer} after {count} redirects',
} as const satisfies Readonly<
  Record<
    | `reason.${StatusReason}`
    | `nearMiss.${NearMiss['cause']}`
    | `warningLabel.${WarningCode}`
    | `warning.${WarningCode}`
    | `robotsTxt.${RobotsTxt}`,
    string
  > &
    Record<string, string>
>;

/** The texts of all sentences in one language. */
export type ReasonTexts = Readonly<Record<keyof typeof ENGLISH_TEXTS, string>>;

/** Every reason that a link can have. */
export const STATUS_REASONS = Object.keys(ENGLISH_TEXTS)
  .filter((key) => key.startsWith('reason.'))
  .map((key) => key.slice('reason.'.length)) as readonly StatusReason[];

/** The sentence of a reason, with the known details: 'The page answered 403: the site blocks automated visits.' */
export function formatReason(
  code: StatusReason,
  details: ReasonDetails | null = null,
  texts: ReasonTexts = ENGLISH_TEXTS,
): string {
  const sentence = explain(code, details ?? {}, texts);
  if (details?.endedAt === undefined) return sentence;
  return fill(texts.endedAt, { sentence: sentence.slice(0, -1), url: details.endedAt });
}

function explain(
  code: StatusReason,
  { httpStatus, contentType, nearMiss, unreadFrame, message }: ReasonDetails,
  texts: ReasonTexts,
): string {
  const short = texts[`reason.${code}`];
  switch (code) {
    case 'page-gone':
    case 'blocked':
    case 'server-error':
    case 'unexpected-status':
    case 'sign-in':
    case 'consent':
      return httpStatus === undefined ? short : fill(texts[`answered.${code}`], { httpStatus });
    case 'not-html':
      return contentType === undefined ? short : fill(texts['typed.not-html'], { contentType });
    case 'not-on-page': {
      const sentence = unreadFrame === undefined ? short : fill(texts['except.not-on-page'], { frame: unreadFrame });
      return nearMiss === undefined ? sentence : `${sentence} ${formatNearMiss(nearMiss, texts)}`;
    }
    case 'not-rendered':
      return message === undefined ? short : fill(texts['because.not-rendered'], { message });
    case 'address-not-allowed':
    case 'redirect-not-allowed':
    case 'cut-off':
    case 'headers-too-large':
    case 'unknown-encoding':
    case 'invalid-response':
    case 'still-loading':
    case 'script-failed':
    case 'data-failed':
    case 'frame-not-read':
    case 'checker-failed':
    case 'tls':
    case 'dns':
      return message === undefined ? short : fill(texts.because, { sentence: short.slice(0, -1), message });
    default:
      return short;
  }
}

/** A text with each `{name}` replaced by its value. */
function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
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
  const [unreadFrame] = visit.unreadFrames ?? [];
  const message = messageOf(code, observation, visit);
  return {
    ...(httpStatus === null || (httpStatus >= 200 && httpStatus < 300) ? {} : { httpStatus }),
    ...(code !== 'not-html' || contentType === null ? {} : { contentType }),
    ...(code !== 'not-on-page' || nearMiss === undefined ? {} : { nearMiss }),
    ...(code !== 'not-on-page' || unreadFrame === undefined ? {} : { unreadFrame }),
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
export function formatFault({ kind, what, httpStatus }: PageFault, texts: ReasonTexts = ENGLISH_TEXTS): string {
  if (kind === 'exception') return what;
  return httpStatus === null
    ? fill(texts['fault.noAnswer'], { what })
    : fill(texts['fault.answered'], { what, httpStatus });
}

/** The near miss in a sentence. */
export function formatNearMiss({ cause, href }: NearMiss, texts: ReasonTexts = ENGLISH_TEXTS): string {
  return fill(texts[`nearMiss.${cause}`], { href });
}

/** True for a warning that this version knows. */
export function isWarningCode(code: string): code is WarningCode {
  return Object.hasOwn(ENGLISH_TEXTS, `warning.${code}`);
}

/** The name of a warning, for filters and settings. */
export function formatWarningLabel(code: WarningCode, texts: ReasonTexts = ENGLISH_TEXTS): string {
  return texts[`warningLabel.${code}`];
}

/** The warning as a sentence with its evidence. */
export function formatWarning({ code, evidence }: Warning, texts: ReasonTexts = ENGLISH_TEXTS): string {
  return fill(texts[`warning.${code}`], { evidence });
}

/** The noindex rules of the page: 'They are asked not to list it by its robots meta tag.' */
export function formatIndexing({ rules }: Indexing, texts: ReasonTexts = ENGLISH_TEXTS): string {
  const against = rules.filter(
    ({ robot, directives }) =>
      (robot === null || robot === 'googlebot') && directives.some((each) => each === 'noindex' || each === 'none'),
  );
  if (against.length === 0) return texts['indexing.allowed'];
  const sources = against.map(({ by, robot }) => {
    const source = texts[`indexing.${by}`];
    return robot === null ? source : fill(texts['indexing.forRobot'], { source, robot });
  });
  return fill(texts['indexing.forbidden'], { sources: [...new Set(sources)].join(texts['indexing.and']) });
}

/** What robots.txt tells Googlebot about this page. */
export function formatRobotsTxt(rule: RobotsTxt, texts: ReasonTexts = ENGLISH_TEXTS): string {
  return texts[`robotsTxt.${rule}`];
}

/** The answer of the client's address: 'HTTP 404', 'HTTP 200 after 2 redirects'. */
export function formatLanding({ httpStatus, hops, error }: TargetResponse, texts: ReasonTexts = ENGLISH_TEXTS): string {
  if (error !== null) return fill(texts['landing.failed'], { message: error.message });
  const answer = httpStatus === null ? texts['landing.noAnswer'] : fill(texts['landing.status'], { httpStatus });
  if (hops.length === 0) return answer;
  if (hops.length === 1) return fill(texts['landing.afterRedirect'], { answer });
  return fill(texts['landing.afterRedirects'], { answer, count: hops.length });
}
