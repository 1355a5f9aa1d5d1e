/** The orders of the list of clients. Pure. */
import type { ClientSort as SortColumn } from '../../query-service/contract/list-options.ts';

/** The first order is the default. The first press on a column's title chooses the column's first order. */
export const CLIENT_SORTS = [
  { order: 'a-z', sort: 'clientDomain', dir: 'asc' },
  { order: 'z-a', sort: 'clientDomain', dir: 'desc' },
  { order: 'most-links', sort: 'total', dir: 'desc' },
  { order: 'fewest-links', sort: 'total', dir: 'asc' },
  { order: 'least-live', sort: 'livePercent', dir: 'asc' },
  { order: 'most-live', sort: 'livePercent', dir: 'desc' },
  { order: 'most-lost', sort: 'removed', dir: 'desc' },
  { order: 'fewest-lost', sort: 'removed', dir: 'asc' },
] as const satisfies readonly { order: string; sort: SortColumn; dir: 'asc' | 'desc' }[];

export type ClientSort = (typeof CLIENT_SORTS)[number];

/** The order in the address; an unknown one reads as the default. */
export function parseClientSort(params: URLSearchParams): ClientSort {
  return CLIENT_SORTS.find(({ order }) => order === params.get('order')) ?? CLIENT_SORTS[0];
}

/** The order after a press on a column's title. */
export function nextOrder(now: ClientSort, column: SortColumn): string {
  const orders = CLIENT_SORTS.filter(({ sort }) => sort === column);
  return (orders.find(({ order }) => now.sort !== column || order !== now.order) ?? now).order;
}
