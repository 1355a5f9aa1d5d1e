/** The clients one sees links of. */

import useSWR from 'swr';
import type { ClientAnswer, ClientDetailsAnswer } from '../../query-service/contract/answers/clients.ts';
import { type ApiError, get, list, type Page } from '../platform/api/client.ts';
import { type CardsView, queryOf } from '../ui/lists/use-card-list.ts';
import { CLIENT_ORDERS } from './messages.ts';

export type ClientOrder = (typeof CLIENT_ORDERS)[number];

/** The order in the address; what makes no sense is read as the default. */
export function orderIn(params: URLSearchParams): ClientOrder {
  return CLIENT_ORDERS.find(({ order }) => order === params.get('order')) ?? CLIENT_ORDERS[0];
}

/** One page of clients; the page before stays until the next one is here. */
export function useClients(view: CardsView, { sort, dir }: ClientOrder) {
  const query = queryOf(view);
  query.set('sort', sort);
  query.set('dir', dir);
  return useSWR<Page<ClientAnswer>, ApiError>(`/api/clients?${query}`, list<ClientAnswer>, { keepPreviousData: true });
}

export function useClient(clientDomain: string) {
  return useSWR<ClientDetailsAnswer, ApiError>(
    `/api/clients/${encodeURIComponent(clientDomain)}`,
    get<ClientDetailsAnswer>,
  );
}
