/** Texts of the Filter and Sort menus. */
import type { Facet, LinkSort } from '../../../query-service/contract/list-options.ts';
import english from '../../languages/en/links.filters.json' with { type: 'json' };
import { formatDay } from '../../platform/format/dates.ts';
import { translation } from '../../platform/language/translation.ts';

const { messages, labels } = translation('links.filters', english);

export { messages };

interface SortChoice {
  readonly sort: LinkSort;
  readonly dir: 'asc' | 'desc';
  readonly label: string;
}

/** What a list can be filtered by. */
export const FACET_LABELS: Readonly<Record<Facet | 'dates', string>> = labels('facet');

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
