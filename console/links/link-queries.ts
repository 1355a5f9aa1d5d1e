/** What lists of links read. */

import type { SWRConfiguration } from 'swr';
import useSWR from 'swr';
import type { HistoryAnswer, LinkAnswer, LinkDetailsAnswer } from '../../query-service/contract/answers/links.ts';
import type { StatsAnswer } from '../../query-service/contract/answers/stats.ts';
import { type ApiError, get, list, type Page } from '../platform/api/client.ts';
import { type BaseFilter, pathOf } from './filters/list-request.ts';
import type { ListView } from './filters/list-view.ts';

/** One page of links; the page before stays until the next one is here. */
export function useLinks(view: ListView, within: BaseFilter) {
  return useSWR<Page<LinkAnswer>, ApiError>(pathOf(view, within), list<LinkAnswer>, { keepPreviousData: true });
}

export function useStats(within: BaseFilter) {
  const query = new URLSearchParams(Object.entries(within)).toString();
  return useSWR<StatsAnswer, ApiError>(`/api/stats${query === '' ? '' : `?${query}`}`, get<StatsAnswer>);
}

export function linkPath(id: string): string {
  return `/api/links/${encodeURIComponent(id)}`;
}

export function useLink(id: string) {
  return useSWR<LinkDetailsAnswer, ApiError>(linkPath(id), get<LinkDetailsAnswer>);
}

export function useHistory(id: string, options: SWRConfiguration<readonly HistoryAnswer[], ApiError> = {}) {
  return useSWR<readonly HistoryAnswer[], ApiError>(`${linkPath(id)}/history`, get<readonly HistoryAnswer[]>, options);
}
