/** The view of a share page, which its address names: page, search, status and order. Pure except the hook. */
import { useCallback } from 'react';
import { SHARED_SORTS, type SharedLinkAnswer } from '../../query-service/contract/answers/shares.ts';
import { useSearchState } from '../platform/address/search-params.ts';
import { pathTo } from '../platform/api/client.ts';

export type SharedStatus = SharedLinkAnswer['status'];
/** A lost link that was never live is "not found yet": nobody removed it. */
export type ShownSharedStatus = SharedStatus | 'not-found';

export function shownStatus({ status, wasLive }: Pick<SharedLinkAnswer, 'status' | 'wasLive'>): ShownSharedStatus {
  return status === 'lost' && !wasLive ? 'not-found' : status;
}

export type SharedSort = (typeof SHARED_SORTS)[number];

export interface SharedView {
  readonly page: number;
  readonly q: string;
  /** null: all. */
  readonly status: SharedStatus | null;
  readonly sort: SharedSort;
  readonly dir: 'asc' | 'desc';
}

/** What an address without parameters shows: live links first. */
export const DEFAULT_VIEW: SharedView = { page: 1, q: '', status: null, sort: 'status', dir: 'asc' };

export const PAGE_SIZE = 25;
/** The largest page that the API answers. */
export const PRINT_PAGE_SIZE = 100;
/** Longer lists are printed page by page. */
export const MOST_PRINTED = 2_000;
/** Longest search text the API takes. */
export const MAX_SEARCH = 200;
const STATUSES: readonly SharedStatus[] = ['live', 'pending', 'lost'];
const DIRECTIONS = ['asc', 'desc'] as const;

/** The view in an address; defaults for invalid values. */
export function readView(params: URLSearchParams): SharedView {
  const page = Number(params.get('page'));
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    q: (params.get('q') ?? '').slice(0, MAX_SEARCH),
    status: STATUSES.find((status) => status === params.get('status')) ?? null,
    sort: SHARED_SORTS.find((sort) => sort === params.get('sort')) ?? DEFAULT_VIEW.sort,
    dir: DIRECTIONS.find((dir) => dir === params.get('dir')) ?? DEFAULT_VIEW.dir,
  };
}

/** The address of a changed view, without defaults. Any change except of the page goes to the first page. */
export function writeView(view: SharedView, change: Partial<SharedView>): URLSearchParams {
  const { page, q, status, sort, dir } = { ...view, page: 1, ...change };
  const params = new URLSearchParams();
  if (status !== null) params.set('status', status);
  if (q !== '') params.set('q', q);
  if (sort !== DEFAULT_VIEW.sort) params.set('sort', sort);
  if (dir !== DEFAULT_VIEW.dir) params.set('dir', dir);
  if (page > 1) params.set('page', String(page));
  return params;
}

/** The request that answers a view. */
export function urlOf(shareId: string, { page, q, status, sort, dir }: SharedView, pageSize = PAGE_SIZE) {
  const query = new URLSearchParams({ page: String(page), pageSize: String(pageSize), sort, dir });
  if (q.trim() !== '') query.set('q', q.trim());
  // The number of lost links includes those that are not found yet.
  if (status !== null) query.set('status', status === 'lost' ? 'lost,not-found' : status);
  return pathTo('/api/shared/:id', { params: { id: shareId }, query });
}

/** The view in the address, and a function that changes it. The back button undoes changes other than typing. */
export function useSharedView() {
  const { params, change: changeAddress } = useSearchState();
  const change = useCallback(
    (to: Partial<SharedView>) => changeAddress((now) => writeView(readView(now), to), { replace: to.q !== undefined }),
    [changeAddress],
  );
  return { view: readView(params), change };
}
