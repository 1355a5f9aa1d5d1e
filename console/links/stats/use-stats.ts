/** The counts over a list of links. */
import useSWR from 'swr';
import type { StatsAnswer } from '../../../query-service/contract/answers/stats.ts';
import { type ApiError, get } from '../../platform/api/client.ts';
import type { BaseFilter } from '../filters/list-request.ts';

export function useStats(baseFilter: BaseFilter) {
  const query = new URLSearchParams(Object.entries(baseFilter)).toString();
  return useSWR<StatsAnswer, ApiError>(`/api/stats${query === '' ? '' : `?${query}`}`, get<StatsAnswer>);
}
