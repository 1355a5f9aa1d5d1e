/** The orders of the list of clients. Pure. */
import type { ClientSort as SortColumn } from '../../query-service/contract/list-options.ts';

/** The first order is the default. The first press on a column's title chooses the column's first order. */
export const CLIENT_ORDERS = [
  { order: 'a-z', sort: 'clientDomain', dir: 'asc' },
  { order: 'z-a', sort: 'clientDomain', dir: 'desc' },
  { order: 'most-links', sort: 'total', dir: 'desc' },
  { order: 'fewest-links', sort: 'total', dir: 'asc' },
  { order: 'least-live', sort: 'livePercent', dir: 'asc' },
  { order: 'most-live', sort: 'livePercent', dir: 'desc' },
  { order: 'most-lost', sort: 'removed', dir: 'desc' },
  { order: 'fewest-lost', sort: 'removed', dir: 'asc' },
] as const satisfies readonly { order: string; sort: SortColumn; dir: 'asc' | 'desc' }[];

export type ClientOrder = (typeof CLIENT_ORDERS)[number];

/** The order in the address; an unknown one reads as the default. */
export function parseClientSort(params: URLSearchParams): ClientOrder {
  return CLIENT_ORDERS.find(({ order }) => order === params.get('order')) ?? CLIENT_ORDERS[0];
}

/** The order after a press on a column's title. */
export function nextOrder(now: ClientOrder, column: SortColumn): string {
  const orders = CLIENT_ORDERS.filter(({ sort }) => sort === column);
  return (orders.find(({ order }) => now.sort !== column || order !== now.order) ?? now).order;
}
