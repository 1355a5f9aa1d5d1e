/** Texts about links that several rooms share. */

import type { PromotionType } from '../../command-service/events/link.ts';
import type { LinkType } from '../../command-service/events/observation.ts';
import { formatCount } from '../platform/format/counts.ts';
import { messages as common } from '../ui/messages.ts';
import type { ShownStatus } from './shown-status.ts';

export const messages = {
  expiringSoon: 'Expiring Soon',
  listMoved: 'The list has changed',
  showChanges: 'Show changes',
  notApplicable: 'N/A',
  unassigned: 'Unassigned',
  me: 'Me',
  never: 'Never',
  checking: 'Checking...',

  articleLink: 'Article Link',
  clientLink: 'Client Link',
  duration: 'Duration',
  team: 'Team',
  checkingTitle: 'Checking backlink...',
  checkingHint: 'Fetching article page and verifying link',
  duplicate: 'This link is in the list already.',

  linkType: 'Link Type',

  notThere: 'This link no longer exists',
  notThereHint: 'It may have been moved to the trash or deleted permanently.',
  detailsFailed: 'The link could not be loaded',
  tagsFact: 'Tags',

  linkAdded: 'Link Added',
  addedLive: 'Link is live!',
  addedRemoved: 'Link not found on the page',
  addedPending: 'Unable to verify link status',
  linkUpdated: 'Link Updated',
  linkUpdatedHint: 'Link has been successfully updated.',
  noLinksYet: 'No links yet',
} as const;

export const STATUS_LABELS: Readonly<Record<ShownStatus, string>> = {
  live: 'Live',
  removed: 'Removed',
  'not-found': 'Not found yet',
  pending: 'Pending',
};

export const TYPE_LABELS: Readonly<Record<LinkType | 'none', string>> = {
  dofollow: 'Dofollow',
  nofollow: 'Nofollow',
  sponsored: 'Sponsored',
  none: messages.notApplicable,
};

export const FIELD_LABELS: Readonly<Record<string, string>> = {
  articleLink: 'Article link',
  clientLink: 'Client link',
  duration: 'Duration',
  liveDate: 'Live date',
  assignedTo: 'Assigned to',
  pocEmail: 'Contact email',
  remarks: 'Remarks',
  tags: 'Tags',
  campaignId: 'Campaign',
  websiteUrl: 'Website URL',
  timelineDate: 'Timeline date',
};

/** A changed value as text. */
export function formatValue(value: string | null | readonly string[]): string {
  if (value === null || value.length === 0) return common.none;
  return typeof value === 'string' ? value : value.join(', ');
}

/** '3 not found yet': the part of removed links that no check has ever found; undefined for none. */
export function formatNotFound(notFound: number | undefined): string | undefined {
  return notFound === undefined || notFound === 0 ? undefined : `${notFound.toLocaleString('en')} not found yet`;
}

/** '12 days left', 'ends today', 'expired 3 days ago'. */
export function formatDaysLeft(days: number): string {
  if (days === 0) return 'ends today';
  const count = formatCount(Math.abs(days), 'day');
  return days > 0 ? `${count} left` : `expired ${count} ago`;
}

/** '2 warnings'. */
export function formatWarnings(count: number): string {
  return formatCount(count, 'warning');
}

/** 'Anchor: …' and 'Type: …', each only if known. */
export function foundLines(anchor: string | null, linkType: LinkType | null): readonly string[] {
  return [...(anchor ? [`Anchor: ${anchor}`] : []), ...(linkType ? [`Type: ${linkType}`] : [])];
}

export const PROMOTION_LABELS: Readonly<Record<PromotionType, string>> = {
  guest_post: 'Guest post',
  link_insertion: 'Link insertion',
  other: 'Other',
};

/** 'expected Mar 12, 2026' or 'late since Mar 12, 2026'. */
export function formatExpected(day: string, late: boolean): string {
  return late ? `late since ${day}` : `expected ${day}`;
}
