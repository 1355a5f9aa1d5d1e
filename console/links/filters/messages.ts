/** Texts of the Filter and Sort menus. */
import type { Facet, LinkSort } from '../../../query-service/contract/list-options.ts';
import { formatDay } from '../../platform/format/dates.ts';

interface SortChoice {
  readonly sort: LinkSort;
  readonly dir: 'asc' | 'desc';
  readonly label: string;
}

export const messages = {
  clearFilters: 'Clear all',
  clear: 'Clear',
  done: 'Done',
  search: 'Search',
  filter: 'Add filter',
  filterTitle: 'Filter Links',
  filterBy: 'Filter by',
  sortTitle: 'Sort',
  noValues: 'No matching links',
  valuesFailed: 'Couldn’t load this filter.',
  personal: 'Personal (only you)',
  expired: 'Expired',
  added: 'Added',
  wentLive: 'Live date',
  expires: 'Expires',
  from: 'from',
  to: 'to',
} as const;

/** What a list can be filtered by. */
export const FACET_LABELS: Readonly<Record<Facet | 'dates', string>> = {
  status: 'Status',
  linkType: 'Link Type',
  clientDomain: 'Client',
  publisher: 'Publisher',
  campaignId: 'Campaign',
  assignedTo: 'Assignee',
  teamId: 'Team',
  reason: 'Reason',
  warning: 'Warning',
  tag: 'Tag',
  expiry: 'Expiry',
  dates: 'Dates',
};

/** 'Added Mar 3, 2026 – Mar 9, 2026', 'Expires from Mar 3, 2026', 'Expires to Mar 9, 2026'. */
export function formatDays(label: string, from: string, to: string): string {
  if (to === '') return `${label} ${messages.from} ${formatDay(from)}`;
  if (from === '') return `${label} ${messages.to} ${formatDay(to)}`;
  return from === to ? `${label} ${formatDay(from)}` : `${label} ${formatDay(from)} – ${formatDay(to)}`;
}

/** The first order of links that expire soon. */
export const ENDING_FIRST: SortChoice = { sort: 'expirationDate', dir: 'asc', label: 'Expires (soonest)' };

/** The choices of the Sort menu. */
export const SORT_CHOICES: readonly SortChoice[] = [
  { sort: 'lastChecked', dir: 'desc', label: 'Last checked (newest)' },
  { sort: 'lastChecked', dir: 'asc', label: 'Last checked (oldest)' },
  { sort: 'liveDate', dir: 'desc', label: 'Live date (newest)' },
  { sort: 'liveDate', dir: 'asc', label: 'Live date (oldest)' },
  { sort: 'addedAt', dir: 'desc', label: 'Added (newest)' },
  { sort: 'status', dir: 'asc', label: 'Status (A-Z)' },
  { sort: 'linkType', dir: 'asc', label: 'Link type (A-Z)' },
];
