/** What is shared, and what could be. */

import useSWR from 'swr';
import type { ClientAnswer } from '../../query-service/contract/answers/campaigns.ts';
import type { ShareAnswer } from '../../query-service/contract/answers/shares.ts';
import { OFFERED } from '../clients/queries.ts';
import { type ApiError, list, type Page } from '../platform/api/client.ts';

export function useShares() {
  return useSWR<Page<ShareAnswer>, ApiError>('/api/shared-links', list<ShareAnswer>);
}

/** The clients whose domain holds a text. */
export function useClientSearch(q: string) {
  const query = new URLSearchParams({ page: '1', pageSize: String(OFFERED), ...(q === '' ? {} : { q }) });
  return useSWR<Page<ClientAnswer>, ApiError>(`/api/clients?${query}`, list<ClientAnswer>, { keepPreviousData: true });
}
