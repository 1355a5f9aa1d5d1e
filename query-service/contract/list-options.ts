/** What the lists offer to choose from. Contract; without a library, so that the console can have it at no cost. */

/** The page sizes of a list; the first page shows 10 rows (infra/docs/product.md, "Lists"). */
export const PAGE_SIZES = [5, 10, 25, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 10;

/** The console counts the hits of a search only up to this: nobody pages through more. */
export const MAX_COUNTED = 10_000;

/** The columns a list of links sorts by. */
export const LINK_SORTS = [
  'articleLink',
  'clientLink',
  'anchor',
  'linkType',
  'status',
  'lastChecked',
  'liveDate',
  'duration',
  'assignedTo',
  'expirationDate',
] as const;
export type LinkSort = (typeof LINK_SORTS)[number];

/** What a list of clients sorts by. */
export const CLIENT_SORTS = ['clientDomain', 'total', 'live', 'livePercent'] as const;
export type ClientSort = (typeof CLIENT_SORTS)[number];

/** Means "nobody" in a filter by assignee. */
export const UNASSIGNED = 'unassigned';

/** Means "no link type" in a filter; lists show it as N/A. */
export const NO_LINK_TYPE = 'none';
