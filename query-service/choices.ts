/** What the lists offer to choose from. Contract; without a library, so that the console can have it at no cost. */

/** Rows a page may have; the first page shown has 10 (spec 2, 9). */
export const PAGE_SIZES = [5, 10, 25, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 10;

/** The console counts what a search finds no further than this: nobody pages through more (design 4). */
export const SEARCHED_UP_TO = 10_000;

/** The columns a list of links sorts by (spec 2). */
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

/** What stands for "nobody" in a filter by assignee (spec 5). */
export const UNASSIGNED = 'unassigned';

/** What stands for "no link type" in a filter (spec 3: shown as N/A). */
export const NO_LINK_TYPE = 'none';
