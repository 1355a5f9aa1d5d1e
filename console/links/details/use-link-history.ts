/** The history of a link. */
import type { SWRConfiguration } from 'swr';
import useSWR from 'swr';
import type { HistoryAnswer } from '../../../query-service/contract/answers/links.ts';
import { type ApiError, get } from '../../platform/api/client.ts';
import { linkPath } from '../link-queries.ts';

export function useLinkHistory(id: string, options: SWRConfiguration<readonly HistoryAnswer[], ApiError> = {}) {
  return useSWR<readonly HistoryAnswer[], ApiError>(`${linkPath(id)}/history`, get<readonly HistoryAnswer[]>, options);
}
