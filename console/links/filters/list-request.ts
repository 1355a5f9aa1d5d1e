/** The request for a list of links. */

import { EXPIRING_SOON_DAYS, MAX_COUNTED } from '../../../query-service/contract/list-options.ts';
import { pathTo } from '../../platform/api/client.ts';
import { filterEntries, type ListView } from './list-view.ts';

/** The fixed filter of a page; empty: all links that the person sees. */
export interface BaseFilter {
  readonly teamId?: string;
  readonly clientDomain?: string;
  readonly campaignId?: string;
  /** Only links that expire within these days. */
  readonly expiringWithin?: string;
}

/** A view whose page may have another size than the screen offers. */
type PagedView = Omit<ListView, 'pageSize'> & { readonly pageSize: number };

/** The filter as query parameters, without order and page. */
export function filterParams(view: PagedView, baseFilter: BaseFilter = {}): Readonly<Record<string, string>> {
  return {
    ...(view.status.length > 0 ? { status: view.status.join(',') } : {}),
    ...(view.linkType.length > 0 ? { linkType: view.linkType.join(',') } : {}),
    ...(view.q.trim() !== '' ? { q: view.q.trim() } : {}),
    ...(view.expiring ? { expiringWithin: String(EXPIRING_SOON_DAYS) } : {}),
    ...filterEntries(view),
    ...baseFilter,
  };
}

/** The request for a view. */
export function pathOf(view: PagedView, baseFilter: BaseFilter = {}) {
  const { page, pageSize, sort, dir } = view;
  const filter = filterParams(view, baseFilter);
  const counting = filter.q === undefined ? {} : { countUpTo: String(MAX_COUNTED) };
  const query = { page: String(page), pageSize: String(pageSize), sort, dir, ...filter, ...counting };
  return pathTo('/api/links', { query });
}

/** Whether the view has any filter or search. */
export function hasFilters(view: PagedView): boolean {
  return Object.keys(filterParams(view)).length > 0;
}

/** The number of filters. The search does not count, and a range of days counts once. */
export function countFilters(view: ListView): number {
  const { q: _, ...filters } = filterParams(view);
  return new Set(Object.keys(filters).map((name) => name.replace(/(?:From|To)$/, ''))).size;
}
