/** Texts of the Filter and Sort menus. */
import type { Facet, LinkSort } from '../../../query-service/contract/list-options.ts';
import english from '../../languages/en/links.filters.json' with { type: 'json' };
import { formatDay } from '../../platform/format/dates.ts';
import { translation } from '../../platform/language/translation.ts';

const { messages, labels, format } = translation('links.filters', english);

export { format, messages };

interface SortChoice {
  readonly sort: LinkSort;
  readonly dir: 'asc' | 'desc';
  readonly label: string;
}

/** What a list can be filtered by. */
export const FACET_LABELS: Readonly<Record<Facet | 'dates', string>> = labels('facet');

/** 'Added Mar 3, 2026 – Mar 9, 2026', 'Expires from Mar 3, 2026', 'Expires to Mar 9, 2026'. */
export function formatDays(label: string, from: string, to: string): string {
  if (to === '') return format('range.from', { label, day: formatDay(from) });
  if (from === '') return format('range.to', { label, day: formatDay(to) });
  if (from === to) return format('range.one', { label, day: formatDay(from) });
  return format('range.both', { label, first: formatDay(from), last: formatDay(to) });
}

/** The label of a search among values: 'Search Client'. */
export function formatSearchIn(facet: Facet): string {
  return format('searchIn', { facet: FACET_LABELS[facet] });
}

/** The first order of links that expire soon. */
export const ENDING_FIRST: SortChoice = {
  sort: 'expirationDate',
  dir: 'asc',
  label: messages['sort.expiresSoonest'],
};

/** The choices of the Sort menu. */
export const SORT_CHOICES: readonly SortChoice[] = [
  { sort: 'lastChecked', dir: 'desc', label: messages['sort.lastCheckedNewest'] },
  { sort: 'lastChecked', dir: 'asc', label: messages['sort.lastCheckedOldest'] },
  { sort: 'liveDate', dir: 'desc', label: messages['sort.liveDateNewest'] },
  { sort: 'liveDate', dir: 'asc', label: messages['sort.liveDateOldest'] },
  { sort: 'addedAt', dir: 'desc', label: messages['sort.addedNewest'] },
  { sort: 'statusSince', dir: 'desc', label: messages['sort.sinceNewest'] },
  { sort: 'status', dir: 'asc', label: messages['sort.status'] },
  { sort: 'linkType', dir: 'asc', label: messages['sort.linkType'] },
];
