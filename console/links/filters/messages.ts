/** Texts of the Filter and Sort dialogs. */
import type { LinkSort } from '../../../query-service/contract/list-options.ts';

interface SortChoice {
  readonly sort: LinkSort;
  readonly dir: 'asc' | 'desc';
  readonly label: string;
}

export const messages = {
  tag: 'Tag',
  clearFilters: 'Clear all',
  status: 'Status',
  withTags: 'With one of these tags',
  clear: 'Clear',
  apply: 'Apply',
  filterTitle: 'Filter Links',
  sortTitle: 'Sort',
} as const;

/** The first order of links that expire soon. */
export const ENDING_FIRST: SortChoice = { sort: 'expirationDate', dir: 'asc', label: 'Expires (soonest)' };

/** The choices of the Sort dialog. */
export const SORT_CHOICES: readonly SortChoice[] = [
  { sort: 'lastChecked', dir: 'desc', label: 'Last checked (newest)' },
  { sort: 'lastChecked', dir: 'asc', label: 'Last checked (oldest)' },
  { sort: 'liveDate', dir: 'desc', label: 'Live date (newest)' },
  { sort: 'liveDate', dir: 'asc', label: 'Live date (oldest)' },
  { sort: 'status', dir: 'asc', label: 'Status (A-Z)' },
  { sort: 'linkType', dir: 'asc', label: 'Link type (A-Z)' },
];
