/** What is shared, and what could be. */
import useSWR from 'swr';
import type { ClientAnswer, ClientDetailsAnswer } from '../../query-service/contract/answers/clients.ts';
import type { ShareAnswer } from '../../query-service/contract/answers/shares.ts';
import { type ApiError, get, list, type Page } from '../platform/api/client.ts';

export function useShares() {
  return useSWR<Page<ShareAnswer>, ApiError>('/api/shared-links', list<ShareAnswer>);
}

/** Clients offered at once; more are found by typing. */
const OFFERED = 50;

/** The clients whose domain holds a text. */
export function useClients(q: string) {
  const query = new URLSearchParams({ page: '1', pageSize: String(OFFERED), ...(q === '' ? {} : { q }) });
  return useSWR<Page<ClientAnswer>, ApiError>(`/api/clients?${query}`, list<ClientAnswer>, { keepPreviousData: true });
}

/** Where a client's links are; asked for once a client is chosen. */
export function useClientPlaces(clientDomain: string) {
  return useSWR<ClientDetailsAnswer, ApiError>(
    clientDomain === '' ? null : `/api/clients/${encodeURIComponent(clientDomain)}`,
    get<ClientDetailsAnswer>,
  );
}
