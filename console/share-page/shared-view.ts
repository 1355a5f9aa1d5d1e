/** The view of a share page, which its address names: page, search, status and order. Pure. */
import { SHARED_SORTS, type SharedLinkAnswer } from '../../query-service/contract/answers/shares.ts';
import { pathTo } from '../platform/api/client.ts';

/** A lost link that was never live is "not found yet": nobody removed it. */
export type ShownSharedStatus = SharedLinkAnswer['status'] | 'not-found';

export function shownStatus({ status, wasLive }: Pick<SharedLinkAnswer, 'status' | 'wasLive'>): ShownSharedStatus {
  return status === 'lost' && !wasLive ? 'not-found' : status;
}

export type SharedSort = (typeof SHARED_SORTS)[number];

export interface SharedView {
  readonly page: number;
  readonly q: string;
  /** null: all. */
  readonly status: ShownSharedStatus | null;
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
export const STATUSES = ['live', 'pending', 'lost', 'not-found'] as const satisfies readonly ShownSharedStatus[];
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

function queryOf({ q, status, sort, dir }: SharedView): Readonly<Record<string, string>> {
  return { sort, dir, ...(q.trim() !== '' && { q: q.trim() }), ...(status !== null && { status }) };
}

/** The request that answers a view. */
export function urlOf(shareId: string, view: SharedView, pageSize = PAGE_SIZE) {
  const query = { page: String(view.page), pageSize: String(pageSize), ...queryOf(view) };
  return pathTo('/api/shared/:id', { params: { id: shareId }, query });
}

/** The address of the file with all links of a view. */
export function fileOf(shareId: string, view: SharedView): string {
  return `/api/shared/${encodeURIComponent(shareId)}/export?${new URLSearchParams(queryOf(view))}`;
}
