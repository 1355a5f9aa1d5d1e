/** What the dashboard reads. */
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import useSWR, { type SWRConfiguration } from 'swr';
import type { HistoryAnswer, LinkAnswer, StatsAnswer } from '../../query-service/queries.ts';
import { type ApiError, get, list, type Page } from '../api.ts';
import { type LinksView, pathOf, readView, writeView } from './filters.ts';

/** The view in the address, and the way to change it. A change is a step back can undo. */
export function useLinksView() {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (to: Partial<LinksView>) => setParams((now) => writeView(now, to), { preventScrollReset: true }),
    [setParams],
  );
  /** Shows the change in place of the dialog it was chosen in. */
  const apply = useCallback(
    (to: Partial<LinksView>) =>
      setParams(
        (now) => {
          const next = writeView(now, to);
          next.delete('dialog');
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return { view: readView(params), change, apply };
}

/** One page of links; the page before stays until the next one is here. */
export function useLinks(view: LinksView) {
  return useSWR<Page<LinkAnswer>, ApiError>(pathOf(view), list<LinkAnswer>, { keepPreviousData: true });
}

export function useStats() {
  return useSWR<StatsAnswer, ApiError>('/api/stats', get<StatsAnswer>);
}

export function linkPath(id: string): string {
  return `/api/links/${encodeURIComponent(id)}`;
}

export function useLink(id: string) {
  return useSWR<LinkAnswer, ApiError>(linkPath(id), get<LinkAnswer>);
}

export function useHistory(id: string, options: SWRConfiguration<readonly HistoryAnswer[], ApiError> = {}) {
  return useSWR<readonly HistoryAnswer[], ApiError>(`${linkPath(id)}/history`, get<readonly HistoryAnswer[]>, options);
}
