/** The deleted links that the signed-in person may restore. */
import useSWR from 'swr';
import type { TrashAnswer } from '../../query-service/contract/answers/links.ts';
import { type ApiError, list, type Page } from '../platform/api/client.ts';

export function useTrash() {
  return useSWR<Page<TrashAnswer>, ApiError>('/api/trash', list<TrashAnswer>);
}
