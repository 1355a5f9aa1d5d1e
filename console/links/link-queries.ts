/** What lists of links read. */
import { useCallback } from 'react';
import { useLocation } from 'react-router';
import useSWR, { type SWRConfiguration } from 'swr';
import type {
  HistoryAnswer,
  LinkAnswer,
  LinkDetailsAnswer,
  StatsAnswer,
} from '../../query-service/contract/queries.ts';
import { useSearchState } from '../platform/address/search-params.ts';
import { type ApiError, get, list, type Page } from '../platform/api/client.ts';
import {
  type BaseFilter,
  defaultsAt,
  type ListView,
  pathOf,
  readListView,
  writeListView,
} from './filters/list-view.ts';

/** The view in the address, and the way to change it. A change is a step back can undo. */
export function useListView() {
  const { pathname } = useLocation();
  const { params, change: changeAddress } = useSearchState();
  const defaults = defaultsAt(pathname);
  const change = useCallback(
    (to: Partial<ListView>) => changeAddress((now) => writeListView(now, to, defaults)),
    [changeAddress, defaults],
  );
  /** Shows the change in place of the dialog it was chosen in. */
  const apply = useCallback(
    (to: Partial<ListView>) =>
      changeAddress(
        (now) => {
          const next = writeListView(now, to, defaults);
          next.delete('dialog');
          return next;
        },
        { replace: true },
      ),
    [changeAddress, defaults],
  );
  return { view: readListView(params, defaults), change, apply };
}

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
