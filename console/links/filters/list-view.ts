/** The view of a list of links in the address: page, size, sort, filters and search. Pure. */

import { DEVIATION_CODES } from '../../../command-service/contract/deviations.ts';
import { LINK_TYPES, WARNING_CODES } from '../../../command-service/contract/observation.ts';
import { STATUS_REASONS } from '../../../command-service/contract/reasons.ts';
import {
  ANY_DEVIATION,
  DEFAULT_PAGE_SIZE,
  EXPIRING_SOON_DAYS,
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

type LinkTypeChoice = (typeof LINK_TYPE_CHOICES)[number];

type StatusChoice = StatusFilter;

export type PageSize = (typeof PAGE_SIZES)[number];

/** The longest possible domain name in characters. */
const MAX_DOMAIN = 253;

/** The longest vendor in characters. */
const MAX_NAME = 200;

/** The most tags in a filter, and the longest tag in characters. */
const MAX_TAGS = 20;

const MAX_TAG = 40;

/** The filters with any number of values. */
const LISTS = [
  'clientDomain',
  'publisher',
  'campaignId',
  'assignedTo',
  'reason',
  'warning',
  'deviation',
  'vendor',
  'tag',
] as const;
type ListFilter = (typeof LISTS)[number];

/** The first and the last days of ranges. */
const DAYS = ['lostFrom', 'lostTo', 'liveFrom', 'liveTo', 'addedFrom', 'addedTo', 'expiresFrom', 'expiresTo'] as const;
export type DayFilter = (typeof DAYS)[number];

/** The values of a filter; empty: all links. */
type ListFilters = { readonly [Filter in ListFilter]: readonly string[] };

/** A day as YYYY-MM-DD; empty: the range has no such end. */
type DayFilters = { readonly [Filter in DayFilter]: string };

export interface ListView extends ListFilters, DayFilters {
  readonly page: number;
  readonly pageSize: PageSize;
  readonly sort: LinkSort;
  readonly dir: 'asc' | 'desc';
  readonly status: readonly StatusChoice[];
  readonly linkType: readonly LinkTypeChoice[];
  readonly q: string;
  readonly expiring: boolean;
  readonly expired: boolean;
  /** A team's id, or `personal`; empty: all. */
  readonly teamId: string;
}

/** A view without any filter. */
export const NO_FILTERS = {
  status: [],
  linkType: [],
  q: '',
  expiring: false,
  expired: false,
  teamId: '',
  clientDomain: [],
  publisher: [],
  campaignId: [],
  assignedTo: [],
  reason: [],
  warning: [],
  deviation: [],
  vendor: [],
  tag: [],
  lostFrom: '',
  lostTo: '',
  liveFrom: '',
  liveTo: '',
  addedFrom: '',
  addedTo: '',
  expiresFrom: '',
  expiresTo: '',
} as const satisfies Partial<ListView>;

/** The default view of most pages (infra/docs/product.md, "Lists"). */
export const DEFAULT_VIEW: ListView = {
  page: 1,
  pageSize: DEFAULT_PAGE_SIZE,
  sort: 'lastChecked',
  dir: 'desc',
  ...NO_FILTERS,
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

/** What a filter may contain, and how many values. */
const KNOWN: Partial<Record<ListFilter, readonly string[]>> = {
  reason: STATUS_REASONS,
  warning: WARNING_CODES,
  deviation: [...DEVIATION_CODES, ANY_DEVIATION],
};
const MOST: Readonly<Record<ListFilter, { readonly values: number; readonly length: number }>> = {
  clientDomain: { values: 50, length: MAX_DOMAIN },
  publisher: { values: 50, length: MAX_DOMAIN },
  campaignId: { values: 50, length: 100 },
  assignedTo: { values: 50, length: 100 },
  reason: { values: 50, length: 100 },
  warning: { values: 50, length: 100 },
  deviation: { values: 50, length: 100 },
  vendor: { values: 50, length: MAX_NAME },
  tag: { values: MAX_TAGS, length: MAX_TAG },
};

/** No value contains a comma. */
function valuesIn(filter: ListFilter, text: string | null): readonly string[] {
  const { values, length } = MOST[filter];
  const named = (text ?? '').split(',').map((value) => value.trim().slice(0, length));
  const allowed = KNOWN[filter];
  const valid = named.filter((value) => value !== '' && (allowed === undefined || allowed.includes(value)));
  return [...new Set(valid)].slice(0, values);
}

function dayIn(text: string | null): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
  return isDay && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text ?? '') ? (text ?? '') : '';
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
    expiring: params.get('expiringWithin') === String(EXPIRING_SOON_DAYS),
    expired: params.get('expired') === 'true',
    teamId: (params.get('teamId') ?? '').trim().slice(0, 100),
    ...fromEntries(LISTS, (filter) => valuesIn(filter, params.get(filter))),
    ...fromEntries(DAYS, (day) => dayIn(params.get(day))),
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
  put('expiringWithin', view.expiring ? EXPIRING_SOON_DAYS : '', '');
  put('expired', view.expired ? 'true' : '', '');
  put('teamId', view.teamId, '');
  for (const filter of LISTS) put(filter, view[filter].join(','), '');
  for (const day of DAYS) put(day, view[day], '');
  return next;
}

/** The filter and order as a sorted query string, as a saved view has it; '' for the default view. */
export function queryOfView(view: ListView): string {
  const query = writeListView(new URLSearchParams(), { ...view, page: 1 });
  query.sort();
  return query.toString();
}

/** The filters in an address's own parameters, without the search, order and page. */
export function filterEntries(view: Omit<ListView, 'pageSize'>): Readonly<Record<string, string>> {
  const lists = LISTS.map((filter) => [filter, view[filter].join(',')]);
  const days = DAYS.map((day) => [day, view[day]]);
  const all = [...lists, ...days, ['teamId', view.teamId], ['expired', view.expired ? 'true' : '']];
  return Object.fromEntries(all.filter(([, value]) => value !== ''));
}

function fromEntries<Name extends string, Value>(
  names: readonly Name[],
  valueFor: (name: Name) => Value,
): { readonly [N in Name]: Value } {
  return Object.fromEntries(names.map((name) => [name, valueFor(name)])) as { readonly [N in Name]: Value };
}
