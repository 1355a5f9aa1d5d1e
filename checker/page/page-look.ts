/**
 * Recognizes pages that answer 200 without an article: empty pages, sign-in forms and consent walls. It looks at the
 * structure, so it works in any language. An article with a login box or a cookie notice has more text and links.
 */
import type { PageLook } from '../../command-service/contract/observation.ts';

interface LookSigns {
  readonly title: string | null;
  /** The beginning of the page's source. */
  readonly source: string;
  readonly linkCount: number;
  readonly textLength: number;
}

const FORM_TEXT = 800;
/** An article with a sign-in box has more text than the form of a members’ page in an `<article>`. */
export const FORM_IN_ARTICLE_TEXT = 300;
const FORM_LINKS = 15;
const CONSENT_TEXT = 2_000;
const CONSENT_LINKS = 20;

const PASSWORD = /<input\b[^>]{0,500}\btype\s*=\s*["']?password\b/i;

/** Forms and frames of consent walls. */
const CONSENT_FORM =
  /<form\b[^>]{0,500}\baction\s*=\s*["']?[^"'>]{0,300}(?:consent\.|\/consent|cookie-?wall|gdpr|save-?consent|collectconsent)/i;
const CONSENT_FRAME = /<iframe\b[^>]{0,500}\bsrc\s*=\s*["']?[^"'>]{0,300}(?:privacy-mgmt\.com|cmp\.|consent)/i;
const CONSENT_TITLE =
  /^(?:before you continue|bevor (?:sie|du)|avant de continuer|antes de continuar|prima di continuare|voordat je|zanim przejdziesz|cookie[- ]?(?:consent|wall|zustimmung)|zustimmung|consentement|einwilligung|(?:your )?privacy (?:choices|gate|wall)|we value your privacy)/i;

/** Elements that are visible without text. */
const SHOWS = /<(?:img|picture|svg|video|audio|canvas|object|embed|iframe|frame|input|button|textarea|select)\b/i;

/** Whether the sign-in or consent form is outside the main content: in a header, a menu, a dialog or the like. */
export function hasFormBeside(page: LookSigns, content: string): boolean {
  return content.length < page.source.length && lookOf({ ...page, source: content }) === null;
}

/** What the page shows instead of an article; null for any other page. */
export function lookOf({ title, source, linkCount, textLength }: LookSigns): PageLook | null {
  if (textLength === 0 && linkCount === 0 && !/<script\b/i.test(source) && !SHOWS.test(source)) return 'empty';
  if (textLength > CONSENT_TEXT || linkCount > CONSENT_LINKS) return null;
  const isInArticle = /<article\b/i.test(source);
  const formText = isInArticle ? FORM_IN_ARTICLE_TEXT : FORM_TEXT;
  if (textLength <= formText && linkCount <= FORM_LINKS && PASSWORD.test(source)) return 'sign-in';
  if (isInArticle) return null;
  const isWall = CONSENT_FORM.test(source) || (CONSENT_FRAME.test(source) && textLength < FORM_TEXT);
  return isWall || (CONSENT_TITLE.test(title ?? '') && /<(?:form|button)\b/i.test(source)) ? 'consent' : null;
}
