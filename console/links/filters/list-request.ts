/** The request for a list of links. */

import { MAX_COUNTED } from '../../../query-service/contract/list-options.ts';
import { EXPIRING_DAYS, type ListView } from './list-view.ts';

/** Whose links a screen lists; all that one sees where it names nothing. */
export interface BaseFilter {
  readonly teamId?: string;
  readonly clientDomain?: string;
  readonly campaignId?: string;
  /** Days ahead, as the API takes them: only what expires until then. */
  readonly expiringWithin?: string;
}

/** What narrows a list, as the API's query parameters: without its order and its pages. */
export function filterParams(view: ListView, baseFilter: BaseFilter = {}): Readonly<Record<string, string>> {
  return {
    ...(view.status.length > 0 ? { status: view.status.join(',') } : {}),
    ...(view.linkType.length > 0 ? { linkType: view.linkType.join(',') } : {}),
    ...(view.q.trim() !== '' ? { q: view.q.trim() } : {}),
    ...(view.expiring ? { expiringWithin: String(EXPIRING_DAYS) } : {}),
    ...(view.clientDomain !== '' ? { clientDomain: view.clientDomain } : {}),
    ...(view.tag.length > 0 ? { tag: view.tag.join(',') } : {}),
    ...baseFilter,
  };
}

/** The request that answers a view. */
export function pathOf(view: ListView, baseFilter: BaseFilter = {}): string {
  const { page, pageSize, sort, dir } = view;
  const filter = filterParams(view, baseFilter);
  const counting = filter.q === undefined ? {} : { countUpTo: String(MAX_COUNTED) };
  const query = { page: String(page), pageSize: String(pageSize), sort, dir, ...filter, ...counting };
  return `/api/links?${new URLSearchParams(query)}`;
}

/** Something narrows the list. */
export function hasFilters(view: ListView): boolean {
  return Object.keys(filterParams(view)).length > 0;
}
