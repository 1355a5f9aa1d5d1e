/** The shares that the signed-in person may manage. */
import useSWR from 'swr';
import type { ShareAnswer } from '../../query-service/contract/answers/shares.ts';
import { type ApiError, list, type Page } from '../platform/api/client.ts';

export function useShares() {
  return useSWR<Page<ShareAnswer>, ApiError>('/api/shared-links', list<ShareAnswer>);
}
