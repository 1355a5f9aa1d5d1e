/** The orders of the list of clients. Pure. */

export type ClientSort = (typeof CLIENT_SORTS)[number];

/** The order in the address; what makes no sense is read as the default. */
export function parseClientSort(params: URLSearchParams): ClientSort {
  return CLIENT_SORTS.find(({ order }) => order === params.get('order')) ?? CLIENT_SORTS[0];
}

/** The orders a list of clients can be in; the first is the one an address without parameters shows. */
export const CLIENT_SORTS = [
  { order: 'a-z', sort: 'clientDomain', dir: 'asc', label: 'Name (A-Z)' },
  { order: 'most-links', sort: 'total', dir: 'desc', label: 'Most links' },
  { order: 'least-live', sort: 'livePercent', dir: 'asc', label: 'Least live' },
  { order: 'most-live', sort: 'livePercent', dir: 'desc', label: 'Most live' },
] as const;
