/** The orders of the list of clients. Pure. */

/** An address without parameters shows the first one. */
export const CLIENT_SORTS = [
  { order: 'a-z', sort: 'clientDomain', dir: 'asc', label: 'Name (A-Z)' },
  { order: 'most-links', sort: 'total', dir: 'desc', label: 'Most links' },
  { order: 'least-live', sort: 'livePercent', dir: 'asc', label: 'Least live' },
  { order: 'most-live', sort: 'livePercent', dir: 'desc', label: 'Most live' },
] as const;

export type ClientSort = (typeof CLIENT_SORTS)[number];

/** The order in the address; an unknown one reads as the default. */
export function parseClientSort(params: URLSearchParams): ClientSort {
  return CLIENT_SORTS.find(({ order }) => order === params.get('order')) ?? CLIENT_SORTS[0];
}
