/** Whether redirects led a visit away from the article (infra/docs/product.md, "Statuses"). Pure. */

import { sameAddress } from '../../command-service/contract/link-address.ts';
import type { Visit } from '../../command-service/contract/observation.ts';

/** The kinds of pages that are not the article. */
export type Elsewhere = 'sign-in' | 'consent' | 'home-page' | 'other-page';

const SIGN_IN =
  /^(?:wp-login|log-?in|sign-?in|log-?on|sign-?up|register|sso|oauth2?|saml2?|openid|auth|authenticate|authorize|anmelden|anmeldung|einloggen|connexion|se-connecter|identification|iniciar-sesion|acceder|accedi|entrar|inloggen|logowanie|zaloguj|giris|prihlaseni|kirjaudu|logga-in|logg-inn|subscribe|paywall)$/;

const SIGN_IN_HOST = /^(?:accounts?|log-?in|sign-?in|sso|auth|idp|anmelden)\./;

const CONSENT_HOST =
  /^(?:consent|cmp|guce|gdpr|privacy|cookies?|cookiewall|privacy-mgmt|zustimmung|consentement)\.|(?:^|\.)privacy-mgmt\.com$/;
const CONSENT_PATH =
  /^(?:consent|cookie-?consent|cookie-?wall|gdpr|gdpr-consent|collectconsent|privacy-?(?:gate|wall)|zustimmung|einwilligung|consentement|consenso|consentimiento|cookie-?check)$/;

/** A path segment that only names a language, or the file of a home page. */
const LANGUAGE = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/;
const INDEX = /^(?:index|default|home|start|startseite|accueil|inicio)(?:\.[a-z]{3,5})?$/;

/** A path segment that names a page for errors. */
const ERROR_PAGE =
  /^(?:(?:error|err|status)?[-_]?(?:40[034]|410|50[0-4])|(?:page[-_]?)?not[-_]?found|error(?:[-_]?page)?|fehler(?:seite)?|nicht[-_]gefunden|introuvable|no[-_]encontrad[ao]|unavailable|gone|deleted|removed)$/;

/** Parameters that name a post on a home page: `/?p=123`. */
const POST_ID = /^(?:p|page_id|post|post_id|id|article|article_id|story|nid|node|aid|tid|t)$/;
const TRACKING = /^(?:utm_.*|gclid|fbclid|ref|source)$/;

/**
 * The kind of the page on which the visit ended; null if it may be the article: without a redirect, or if the address
 * is the same, only moved to another host or folder, or has nearly the same last part.
 * @param articleEnd where the redirects ended when the link was last found: this other page is the article.
 */
export function endedElsewhere({ requestedUrl, finalUrl, hops }: Visit, articleEnd?: string): Elsewhere | null {
  const from = URL.parse(requestedUrl);
  const to = URL.parse(finalUrl);
  if (hops.length === 0 || from === null || to === null || sameAddress(requestedUrl, finalUrl)) return null;
  if (isConsentAddress(to) && !isConsentAddress(from)) return 'consent';
  if (isSignInAddress(to) && !isSignInAddress(from)) return 'sign-in';
  if (isHome(to)) return isSameHome(from, to) ? null : 'home-page';
  if (articleEnd !== undefined && sameAddress(articleEnd, finalUrl) && !isErrorAddress(finalUrl)) return null;
  return isSameArticle(from, to) ? null : 'other-page';
}

/** Whether the address names an error page: a link there says nothing about the article. */
export function isErrorAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && ERROR_PAGE.test(withoutExtension(segmentsOf(url).at(-1) ?? ''));
}

/** Whether the address belongs to a sign-in form. */
function isSignInAddress(url: URL): boolean {
  return SIGN_IN_HOST.test(url.hostname) || segmentsOf(url).some((segment) => SIGN_IN.test(withoutExtension(segment)));
}

/** Whether the address belongs to a page that asks for consent. */
function isConsentAddress(url: URL): boolean {
  return CONSENT_HOST.test(url.hostname) || segmentsOf(url).some((segment) => CONSENT_PATH.test(segment));
}

/** Whether the address belongs to a home page, with any parameters except the id of a post. */
function isHome(url: URL): boolean {
  const [first, second, ...more] = segmentsOf(url);
  const isRoot = first === undefined || INDEX.test(first) || LANGUAGE.test(first);
  const isIndex = second === undefined || (first !== undefined && LANGUAGE.test(first) && INDEX.test(second));
  return isRoot && isIndex && more.length === 0 && !parametersOf(url).some(([name]) => POST_ID.test(name));
}

/** Whether the article itself is a home page, and the redirect kept its parameters. */
function isSameHome(from: URL, to: URL): boolean {
  return isHome(from) && parametersOf(from).every(([name, value]) => to.searchParams.get(name) === value);
}

function isSameArticle(from: URL, to: URL): boolean {
  const [fromSlug, toSlug] = [slugOf(from), slugOf(to)];
  if (fromSlug === '') return parametersOf(from).some(([name]) => POST_ID.test(name));
  if (fromSlug === toSlug) return !contradicts(from, to);
  const isPart = fromSlug.includes(toSlug) || toSlug.includes(fromSlug);
  if (Math.min(fromSlug.length, toSlug.length) >= 6 && isPart) return true;
  const numbers = fromSlug.match(/\d{4,}/g) ?? [];
  if (numbers.some((number) => toSlug.includes(number) && !/^(?:19|20)\d\d$/.test(number))) return true;
  const fromWords = new Set(fromSlug.split(/[-_+ ]+/));
  const toWords = new Set(toSlug.split(/[-_+ ]+/));
  const shared = [...fromWords].filter((word) => toWords.has(word)).length;
  return shared >= 2 && shared / (fromWords.size + toWords.size - shared) >= 0.5;
}

/** Whether a parameter has a different value now: `?id=5` became `?id=6`. */
function contradicts(from: URL, to: URL): boolean {
  return parametersOf(from).some(([name, value]) => {
    const now = to.searchParams.get(name);
    return now !== null && now !== value;
  });
}

function parametersOf(url: URL): readonly (readonly [string, string])[] {
  return [...url.searchParams].filter(([name]) => !TRACKING.test(name.toLowerCase()));
}

/** The last meaningful part of the path, in lower case and without an extension. */
function slugOf(url: URL): string {
  const says = (segment: string) => !INDEX.test(segment) && !LANGUAGE.test(segment) && segment !== 'amp';
  const segments = segmentsOf(url).filter(says);
  return withoutExtension(segments.at(-1) ?? '');
}

function segmentsOf(url: URL): readonly string[] {
  return url.pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => decoded(segment).toLowerCase());
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withoutExtension(segment: string): string {
  return segment.replace(/\.(?:html?|php\d?|aspx?|jsp|cgi|amp)$/, '');
}
