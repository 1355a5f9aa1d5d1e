/** Page sizes, sort columns and filter words of the lists. Imports no library: the console uses it. */

/** The page sizes of a list; the first page shows 10 rows (infra/docs/product.md, "Lists"). */
export const PAGE_SIZES = [5, 10, 25, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 10;

/** The longest search text in characters. */
export const MAX_SEARCH = 200;

/** Totals stop at this number: nobody turns to later pages. */
export const MAX_COUNTED = 10_000;

/** The most links that an export names by their ids: a long address is refused on its way. */
export const MOST_EXPORTED_IDS = 100;

/** Days ahead in which a link counts as expiring soon (infra/docs/product.md, "Duration and expiry"). */
export const EXPIRING_SOON_DAYS = 30;

/** The columns that sort a list of links. */
export const LINK_SORTS = [
  'articleLink',
  'clientLink',
  'anchor',
  'linkType',
  'status',
  'statusSince',
  'lastChecked',
  'liveDate',
  'duration',
  'assignedTo',
  'expirationDate',
  'addedAt',
] as const;
export type LinkSort = (typeof LINK_SORTS)[number];

/** The columns that sort a list of clients. */
export const CLIENT_SORTS = ['clientDomain', 'total', 'live', 'livePercent', 'removed'] as const;
export type ClientSort = (typeof CLIENT_SORTS)[number];

/** Selects removed links that were never seen live; `removed` selects those that were. */
export const NOT_FOUND = 'not-found';

/** The statuses that filter a list of links. */
export const STATUS_FILTERS = ['live', 'removed', NOT_FOUND, 'pending'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** Counts by status: they add up to all links. `removed` includes `notFound`. */
export function statusCounts(counts: {
  readonly live: number;
  readonly removed: number;
  readonly notFound: number;
  readonly pending: number;
}): Readonly<Record<StatusFilter, number>> {
  const { live, removed, notFound, pending } = counts;
  return { live, removed: removed - notFound, [NOT_FOUND]: notFound, pending };
}

/** Selects links without an assignee. */
export const UNASSIGNED = 'unassigned';

/** As a team, selects a person's own links. */
export const PERSONAL = 'personal';

/** The longest range of days that a filter selects; a range with one end is this long. */
export const MAX_RANGE_DAYS = 3_653;

/** The facets that narrow a list of links; GET /api/links/facets counts the links of each value. */
export const FACETS = [
  'status',
  'linkType',
  'clientDomain',
  'publisher',
  'campaignId',
  'assignedTo',
  'teamId',
  'reason',
  'warning',
  'deviation',
  'vendor',
  'tag',
  'expiry',
] as const;
export type Facet = (typeof FACETS)[number];

/** As a deviation, selects links with any. */
export const ANY_DEVIATION = 'any';

/** Selects links without a link type; lists show N/A. */
export const NO_LINK_TYPE = 'none';
