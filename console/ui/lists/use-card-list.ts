/** The view of a list of cards in the address: search and page. */
import { useCallback } from 'react';
import { MAX_SEARCH } from '../../../query-service/contract/list-options.ts';
import { useSearchState } from '../../platform/address/search-params.ts';

/** Cards on a page: full rows with two, three and four columns. */
export const CARDS_PER_PAGE = 24;

export interface CardsView {
  readonly q: string;
  /** Counts from 1. */
  readonly page: number;
}

/** The view in an address; defaults for missing or invalid parameters. */
function readCards(params: URLSearchParams): CardsView {
  const page = Number(params.get('page'));
  return {
    q: (params.get('q') ?? '').trim().slice(0, MAX_SEARCH),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** The query parameters of a view's request. */
export function queryOf({ q, page }: CardsView): URLSearchParams {
  const query = new URLSearchParams({ page: String(page), pageSize: String(CARDS_PER_PAGE) });
  if (q !== '') query.set('q', q);
  return query;
}

export function useCardsView() {
  const { params, put } = useSearchState();
  const setPage = useCallback(
    (page: number) => put({ page: page === 1 ? null : String(page) }, { preventScrollReset: false }),
    [put],
  );
  const clear = useCallback(() => put({ q: null, page: null }), [put]);
  return { view: readCards(params), setPage, clear };
}
