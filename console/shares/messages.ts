/** Texts of shares: creating one and the list of them. */
import english from '../languages/en/shares.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

export const { messages } = translation('shares', english);

/** Making a share and the list of them. */

/** The choices of how long a share lasts, by their days. */
export const EXPIRY_CHOICES = [
  { value: '', label: 'Never' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
] as const;

/** '12 links'. */
export function formatLinks(total: number): string {
  return total === 1 ? '1 link' : `${total.toLocaleString('en')} links`;
}

/** '24 of 25 links', 'All 25 links'. */
export function formatShared(shared: number, total: number): string {
  return shared === total && total > 1
    ? `All ${formatLinks(total)}`
    : `${shared.toLocaleString('en')} of ${formatLinks(total)}`;
}

/** Why some links of the client cannot be shared. */
export function formatWithheld(links: number): string {
  return `${formatLinks(links)} ${links === 1 ? 'is' : 'are'} in teams where you can only view.`;
}

/** 'Sent to ada@example.com and bob@example.com.' */
export function formatMailed(emails: readonly string[]): string {
  return `Sent to ${new Intl.ListFormat('en').format(emails)}.`;
}

/** 'opened 12 times'. */
export function formatViews(views: number): string {
  if (views === 0) return 'not opened yet';
  return views === 1 ? 'opened once' : `opened ${views.toLocaleString('en')} times`;
}

/** 'Stop sharing acme.example?' */
export function formatRevokeTitle(clientDomain: string): string {
  return `Stop sharing ${clientDomain}?`;
}

/** 'Sent to ada@example.com and 2 more' */
export function formatRecipients(emails: readonly string[]): string {
  const [first, ...more] = emails;
  if (first === undefined) return '';
  return more.length === 0 ? `sent to ${first}` : `sent to ${first} and ${more.length} more`;
}
