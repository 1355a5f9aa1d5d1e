/** Texts of shares: creating one and the list of them. */
import type { ReactElement } from 'react';
import english from '../languages/en/shares.json' with { type: 'json' };
import { formatLinks } from '../platform/format/counts.ts';
import { formatQuoted } from '../platform/format/quotes.ts';
import { locale } from '../platform/language/language.ts';
import { translation } from '../platform/language/translation.ts';

const { messages, format, element } = translation('shares', english);

export { format, messages };

const all = new Intl.ListFormat(locale);

/** The choices of how long a share lasts, by their days. */
export const EXPIRY_CHOICES = [
  { value: '', label: messages['expiry.never'] },
  { value: '7', label: messages['expiry.7'] },
  { value: '30', label: messages['expiry.30'] },
  { value: '90', label: messages['expiry.90'] },
  { value: '365', label: messages['expiry.365'] },
  { value: 'day', label: messages['expiry.day'] },
] as const;

/** 'My own links (12 links)'. */
export function formatScope(name: string, links: number): string {
  return format('scope', { name, links: formatLinks(links) });
}

/** '24 of 25 links', 'All 25 links'. */
export function formatShared(shared: number, total: number): string {
  return shared === total && total > 1 ? format('sharedAll', { total }) : format('shared', { shared, total });
}

/** '“ada” isn’t an email address'. */
export function formatNoAddress(text: string): string {
  return format('noAddress', { text: formatQuoted(text) });
}

/** 'Sent to ada@example.com and bob@example.com.' */
export function formatMailed(emails: readonly string[]): string {
  return format('mailed', { emails: all.format(emails) });
}

const UNSENT = ['mailDelayed', 'mailUnconfirmed', 'notMailed'] as const;

/** A sentence for each reason why recipients have no mail so far, and what to do. */
export function formatUnsent(mails: Readonly<Record<(typeof UNSENT)[number], readonly string[]>>) {
  return UNSENT.filter((why) => mails[why].length > 0).map(
    (why) => [why, format(why, { emails: all.format(mails[why]) })] as const,
  );
}

/** What a share shows. */
export const SHOWS_CHOICES = [
  { value: '', label: messages['shows.now'] },
  { value: 'day', label: messages['shows.day'] },
] as const;

/** 'expires tomorrow', 'expired yesterday'. */
export function expiryOf(expired: boolean, time: ReactElement): ReactElement {
  return element(expired ? 'expired' : 'expires', { time });
}

/** 'sent to ada@example.com and 2 more'; empty for nobody. */
export function formatRecipients(emails: readonly string[]): string {
  const [email, ...more] = emails;
  if (email === undefined) return '';
  return more.length === 0 ? format('sentTo', { email }) : format('sentToMore', { email, more: more.length });
}
