/** The page of links that a list shows. */
import useSWR from 'swr';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { type ApiError, list, type Page } from '../../platform/api/client.ts';
import { type BaseFilter, pathOf } from '../filters/list-request.ts';
import type { ListView } from '../filters/list-view.ts';

/** One page of links; the page before stays until the next one is here. */
export function useLinkList(view: ListView, baseFilter: BaseFilter) {
  return useSWR<Page<LinkAnswer>, ApiError>(pathOf(view, baseFilter), list<LinkAnswer>, { keepPreviousData: true });
}
