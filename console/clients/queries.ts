/** The clients one sees links of. */

import useSWR from 'swr';
import type { ClientAnswer, ClientDetailsAnswer } from '../../query-service/contract/answers/campaigns.ts';
import { type ApiError, get, list, type Page } from '../platform/api/client.ts';
import { teamUrl } from '../teams/queries.ts';
import { type CardsView, queryOf } from '../ui/lists/use-card-list.ts';
import type { ClientSort } from './client-sort.ts';

/** One page of clients; the page before stays until the next one is here. */
export function useClients(view: CardsView, { sort, dir }: ClientSort) {
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

export function useTeamClients(id: string) {
  return useSWR<Page<ClientAnswer>, ApiError>(`${teamUrl(id)}/clients`, list<ClientAnswer>);
}

/** Clients offered at once; more are found by typing. */
export const OFFERED = 50;

/** Where a client's links are; asked for once a client is chosen. */
export function useClientPlaces(clientDomain: string) {
  return useSWR<ClientDetailsAnswer, ApiError>(
    clientDomain === '' ? null : `/api/clients/${encodeURIComponent(clientDomain)}`,
    get<ClientDetailsAnswer>,
  );
}
