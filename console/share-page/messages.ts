/** Texts of the public share page (infra/docs/product.md, "Shares"). */

import type { ShownSharedStatus } from './shared-view.ts';

export const messages = {
  loading: 'Loading shared data...',
  report: 'Backlink report',
  totalLinks: 'Total Links',
  liveLinks: 'Live Links',
  pending: 'Pending',
  lostLinks: 'Lost Links',
  statistics: 'Statistics',
  backlinks: 'Backlinks',
  search: 'Search backlinks',
  searchHint: 'Search...',
  clearSearch: 'Clear search',
  showAll: 'Show all',
  print: 'Print or save as PDF',
  ended: 'Ended',
  article: 'Article',
  leadsTo: 'Links to',
  type: 'Type',
  status: 'Status',
  lastChecked: 'Last checked',
  liveSince: 'Live since',
  expires: 'Expires',
  never: 'Not yet',
  permanent: 'Never',
  none: '–',
  notApplicable: 'N/A',
  noLinksFound: 'No links found',
  noLinksYet: 'No links yet',
  noLinksYetHint: 'No backlinks are recorded for this site so far.',
  protected: 'Password Protected',
  protectedHint: 'The sender of this link has set a password.',
  password: 'Password',
  passwordRequired: 'Password is required',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  access: 'Access Shared Data',
  accessing: 'Checking...',
  wrongPassword: 'Invalid password. Please try again.',
  authenticateFailed: 'Failed to authenticate. Please try again.',
  loadFailed: 'Failed to load shared data. Please check the link and try again.',
  notThere: 'This page is not available',
  notThereHint: 'This link expired or was turned off. Ask the sender for a new one.',
  failed: 'The data could not be loaded',
  howTitle: 'How this is checked',
  how: 'Linkledger visits every page and reads it as a visitor would, in a browser where that is needed. “Live” means that the link is on the page. A link is called lost only when its page was read completely and the link is not on it, or the page is gone. “Not found yet” means that no check has found the link so far. “Pending” means that the page could not be read.',
} as const;

/** 'Backlink report: client.example', the title of the page. */
export function formatReportTitle(clientDomain: string): string {
  return `${messages.report}: ${clientDomain}`;
}

/** 'As of Nov 23, 2026, links live since Mar 3, 2026'; without the period if it is not known. */
export function formatPeriod(today: string, since: string | null): string {
  return since === null ? `As of ${today}` : `As of ${today}, links live since ${since}`;
}

/** 'The first 25 of 2,345 backlinks'. */
export function formatPart(shown: number, found: number): string {
  return `The first ${shown.toLocaleString('en')} of ${found.toLocaleString('en')} backlinks`;
}

export const SHARED_STATUS_LABELS: Readonly<Record<ShownSharedStatus, string>> = {
  live: 'Live',
  pending: 'Pending',
  lost: 'Lost',
  'not-found': 'Not found yet',
};

/** '3 not found yet': the part of lost links that were never live; null for none. */
export function formatNotFound(notFound: number): string | null {
  return notFound === 0 ? null : `${notFound.toLocaleString('en')} not found yet`;
}

/** '44 of 48 backlinks are live.' */
export function formatSummary(live: number, total: number): string {
  const backlinks = total === 1 ? 'backlink' : 'backlinks';
  if (total === 0) return 'No backlinks yet.';
  if (live === total)
    return total === 1 ? 'The backlink is live.' : `All ${total.toLocaleString('en')} backlinks are live.`;
  return `${live.toLocaleString('en')} of ${total.toLocaleString('en')} ${backlinks} ${live === 1 ? 'is' : 'are'} live.`;
}

/** 'Too many wrong attempts. You can try again in 2 minutes.' In steps, so that it is not read out every second. */
export function formatWait(seconds: number): string {
  const [many, unit] =
    seconds > 90 ? [Math.ceil(seconds / 60), 'minute'] : [Math.max(1, Math.ceil(seconds / 5)) * 5, 'second'];
  return `Too many wrong attempts. You can try again in ${many} ${many === 1 ? unit : `${unit}s`}.`;
}
