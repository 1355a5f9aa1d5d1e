/** The view of a list of links in the address: page, size, sort, filters and search. Pure. */

import { LINK_TYPES } from '../../../command-service/events/observation.ts';
import {
  DEFAULT_PAGE_SIZE,
  LINK_SORTS,
  type LinkSort,
  MAX_SEARCH,
  NO_LINK_TYPE,
  PAGE_SIZES,
  STATUS_FILTERS,
  type StatusFilter,
} from '../../../query-service/contract/list-options.ts';
import { isExpiringSoon } from '../../platform/address/page-paths.ts';

export const LINK_TYPE_CHOICES = [...LINK_TYPES, NO_LINK_TYPE] as const;

export type LinkTypeChoice = (typeof LINK_TYPE_CHOICES)[number];

export type StatusChoice = StatusFilter;

export type PageSize = (typeof PAGE_SIZES)[number];

/** Days ahead that count as expiring soon (infra/docs/product.md, "Duration and expiry"). */
export const EXPIRING_DAYS = 30;

/** The longest possible domain name in characters. */
const MAX_DOMAIN = 253;

/** The most tags in a filter, and the longest tag in characters. */
const MAX_TAGS = 20;

const MAX_TAG = 40;

export interface ListView {
  readonly page: number;
  readonly pageSize: PageSize;
  readonly sort: LinkSort;
  readonly dir: 'asc' | 'desc';
  readonly status: readonly StatusChoice[];
  readonly linkType: readonly LinkTypeChoice[];
  readonly q: string;
  readonly expiring: boolean;
  /** The client whose links are shown; empty: all clients. */
  readonly clientDomain: string;
  /** Only links with these tags. */
  readonly tag: readonly string[];
}

/** The default view of most pages (infra/docs/product.md, "Lists"). */
export const DEFAULT_VIEW: ListView = {
  page: 1,
  pageSize: DEFAULT_PAGE_SIZE,
  sort: 'lastChecked',
  dir: 'desc',
  status: [],
  linkType: [],
  q: '',
  expiring: false,
  clientDomain: '',
  tag: [],
};

/** The default view of links that expire soon: the next one first. */
const EXPIRING_VIEW: ListView = { ...DEFAULT_VIEW, sort: 'expirationDate', dir: 'asc' };

/** The default view of a page; always the same object for the same page. */
export function defaultsAt(pathname: string): ListView {
  return isExpiringSoon(pathname) ? EXPIRING_VIEW : DEFAULT_VIEW;
}

function oneOf<Choice extends string | number>(choices: readonly Choice[], value: unknown): Choice | undefined {
  return choices.find((choice) => String(choice) === value);
}

function severalOf<Choice extends string>(choices: readonly Choice[], value: string | null): readonly Choice[] {
  const named = new Set(value?.split(',') ?? []);
  return choices.filter((choice) => named.has(choice));
}

/** Tags contain no comma. */
function tagsIn(value: string | null): readonly string[] {
  const named = (value ?? '').split(',').map((tag) => tag.trim().slice(0, MAX_TAG));
  return [...new Set(named.filter((tag) => tag !== ''))].slice(0, MAX_TAGS);
}

/** The view in an address; defaults for anything invalid, so that a mangled link still opens. */
export function readListView(params: URLSearchParams, defaults = DEFAULT_VIEW): ListView {
  const page = Number(params.get('page'));
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : DEFAULT_VIEW.page,
    pageSize: oneOf(PAGE_SIZES, params.get('pageSize')) ?? DEFAULT_VIEW.pageSize,
    sort: oneOf(LINK_SORTS, params.get('sort')) ?? defaults.sort,
    dir: oneOf(['asc', 'desc'], params.get('dir')) ?? defaults.dir,
    status: severalOf(STATUS_FILTERS, params.get('status')),
    linkType: severalOf(LINK_TYPE_CHOICES, params.get('linkType')),
    q: (params.get('q') ?? '').slice(0, MAX_SEARCH),
    expiring: params.get('expiringWithin') === String(EXPIRING_DAYS),
    clientDomain: (params.get('clientDomain') ?? '').slice(0, MAX_DOMAIN),
    tag: tagsIn(params.get('tag')),
  };
}

/**
 * The address after a change of the view in `params`. Defaults are omitted, other parameters stay, and a change of
 * the list itself goes to its first page.
 */
export function writeListView(
  params: URLSearchParams,
  change: Partial<ListView>,
  defaults = DEFAULT_VIEW,
): URLSearchParams {
  const turnsOnly = Object.keys(change).every((key) => key === 'page');
  const view = { ...readListView(params, defaults), ...(turnsOnly ? {} : { page: 1 }), ...change };
  const next = new URLSearchParams(params);
  const put = (name: string, value: string | number, fallback: string | number) => {
    if (value === fallback) next.delete(name);
    else next.set(name, String(value));
  };
  put('page', view.page, DEFAULT_VIEW.page);
  put('pageSize', view.pageSize, DEFAULT_VIEW.pageSize);
  put('sort', view.sort, defaults.sort);
  put('dir', view.dir, defaults.dir);
  put('status', view.status.join(','), '');
  put('linkType', view.linkType.join(','), '');
  put('q', view.q.slice(0, MAX_SEARCH), '');
  put('expiringWithin', view.expiring ? EXPIRING_DAYS : '', '');
  put('clientDomain', view.clientDomain.slice(0, MAX_DOMAIN), '');
  put('tag', view.tag.join(','), '');
  return next;
}
