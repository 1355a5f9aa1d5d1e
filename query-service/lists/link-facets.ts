/** The values that a list of links can be narrowed to, with the number of links of each. */
import { LINK_TYPES } from '../../command-service/contract/observation.ts';
import { type Scope, teamIdOf } from '../../command-service/contract/scope.ts';
import { tagKey } from '../../command-service/contract/tags.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { searchable, sought } from '../../infra/ports/text/searched-text.ts';
import { hasBegun } from '../../projections/rules/deviations.ts';
import { vendorKey, vendorParam } from '../../projections/rules/vendor-key.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import { readClientBook } from '../../projections/views/links/client-book.ts';
import { type LinkCountDoc, type LinkCountKind, linkCounts } from '../../projections/views/links/link-counts.ts';
import { links } from '../../projections/views/links/links.ts';
import { todayOf } from '../../projections/views/people/days-of-lists.ts';
import type { Access } from '../access/access.ts';
import type { FacetValueAnswer } from '../contract/answers/links.ts';
import { type SelectedSets, searchParts, toLinkQuery } from '../contract/link-filter.ts';
import {
  EXPIRING_SOON_DAYS,
  type Facet,
  NO_LINK_TYPE,
  PERSONAL,
  STATUS_FILTERS,
  type StatusFilter,
  statusCounts,
  UNASSIGNED,
} from '../contract/list-options.ts';
import type { FacetQuery } from '../contract/queries.ts';
import { loadNames } from '../presenters/person-names.ts';
import type { LinkListDeps } from './link-answers.ts';
import type { Assignee } from './link-filter.ts';
import { assigneesOf, scopesFor, setsOf } from './link-list.ts';
import { withProblem } from './query-params.ts';

/** The most values of an answer, and the most that are counted without a counter. */
const MOST_VALUES = 50;
const MOST_COUNTED = 20;
/** Counting stops at this number. */
const COUNT_UP_TO = 10_000;
/** The same two limits for a search: each value needs its own search. */
const MOST_SEARCHES = 5;
const SEARCH_UP_TO = 1_000;
/** The most counters read for one facet. */
const MOST_COUNTERS = 10_000;

type Filter = Omit<FacetQuery, 'of' | 'find'>;

/** A value with its counters; null for a value without counters. */
interface FacetCandidate {
  readonly value: string;
  readonly label: string;
  readonly counters: readonly LinkCountDoc[] | null;
  /** The number of links in its counters. */
  readonly total: number;
}

/** The links that the rest of the filter selects. */
interface FacetSelection {
  readonly scopes: readonly Scope[];
  readonly sets: SelectedSets;
  /** Read only for a search. */
  readonly assignees: readonly Assignee[];
}

/** The facets whose values each need their own selection. */
const SELECTING: ReadonlySet<Facet> = new Set<Facet>(['teamId', 'campaignId', 'tag', 'warning', 'deviation']);

/** For each facet with many values: the kind of its counters, and the label with the value. */
const COUNTED: Partial<Record<Facet, { readonly kind: LinkCountKind; readonly label: CountLabel }>> = {
  clientDomain: { kind: 'client', label: 'clientDomain' },
  publisher: { kind: 'publisher', label: 'publisher' },
  campaignId: { kind: 'campaign', label: 'campaignId' },
  assignedTo: { kind: 'assignee', label: 'assignedTo' },
  reason: { kind: 'reason', label: 'tag' },
  warning: { kind: 'warning', label: 'tag' },
  deviation: { kind: 'deviation-set', label: 'tag' },
  vendor: { kind: 'vendor', label: 'tag' },
  tag: { kind: 'tag', label: 'tag' },
};
/** The facets whose values have several spellings. */
const SPELLED: ReadonlySet<Facet> = new Set<Facet>(['tag', 'vendor']);
type CountLabel = 'clientDomain' | 'publisher' | 'campaignId' | 'assignedTo' | 'tag';

/**
 * The values of one facet, those with the most links first, under all other filters of the list. Counters answer if
 * only a team and statuses are chosen; else a few values are counted, each up to 10,000 links.
 */
export async function facetValues(
  { reads, now }: LinkListDeps,
  access: Access,
  { of, find = '', ...filter }: FacetQuery,
): Promise<readonly FacetValueAnswer[]> {
  const otherFilters = without(filter, of);
  const scopes = await scopesFor(reads, access, of === 'vendor' ? { ...otherFilters, vendor: [] } : otherFilters);
  if (scopes.length === 0) return [];
  const needle = sought(find);
  const today = await todayOf(reads, scopes, now());
  const all = await candidatesOf(reads, access, scopes, of, today);
  const candidates =
    needle === '' ? all : all.filter((each) => searchable(`${each.label} ${each.value}`).includes(needle));
  const plain = isPlain(otherFilters);
  const [mostCounted, countUpTo] = otherFilters.q ? [MOST_SEARCHES, SEARCH_UP_TO] : [MOST_COUNTED, COUNT_UP_TO];
  const shown = candidates
    .toSorted((one, other) => other.total - one.total)
    .slice(0, COUNTED[of] === undefined ? candidates.length : MOST_VALUES);
  if (shown.length === 0) return [];
  const shared = SELECTING.has(of) ? null : await selectionIn(scopes, otherFilters);
  const counted = await Promise.all(
    shown.map(async ({ value, label, counters }, index): Promise<FacetValueAnswer> => {
      if (plain && counters !== null)
        return { value, label, count: totalOf(counters, otherFilters.status ?? []), isCapped: false };
      if (counters !== null && index >= mostCounted) return { value, label, count: null, isCapped: false };
      const count = await countLinks({ ...otherFilters, ...narrowTo(of, value) });
      return { value, label, count, isCapped: count === countUpTo };
    }),
  );
  return counted
    .filter(({ count }) => count !== 0)
    .toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0) || (one.label < other.label ? -1 : 1));

  async function selectionIn(within: readonly Scope[], narrowed: Filter): Promise<FacetSelection> {
    const sets = await setsOf(reads, within, narrowed, today);
    const assignees = narrowed.q === undefined ? [] : await assigneesOf(reads, access, within);
    return { scopes: within, sets, assignees };
  }

  async function countLinks(narrowed: Filter): Promise<number> {
    const selection = shared ?? (await selectionIn(await scopesFor(reads, access, narrowed), narrowed));
    const query = withProblem(() => toLinkQuery(selection.scopes, narrowed, today, selection.sets));
    let total = 0;
    for (const part of searchParts(query, selection.assignees)) {
      total += (await reads.find(links, { ...part, limit: 0, countUpTo })).total;
    }
    return Math.min(total, countUpTo);
  }
}

/** The filter without the facet's own part. */
function without(filter: Filter, facet: Facet): Filter {
  if (facet !== 'expiry') return { ...filter, [facet]: undefined };
  return { ...filter, expired: undefined, expiringWithin: undefined };
}

/** The part of a filter that selects one value of a facet. */
function narrowTo(facet: Facet, value: string): Partial<Filter> {
  if (facet === 'teamId') return { teamId: value };
  if (facet !== 'expiry') return { [facet]: [value] };
  return value === 'expired' ? { expired: 'true' } : { expiringWithin: EXPIRING_SOON_DAYS };
}

/** Whether the filter has only a team and statuses, for which there are counters. */
function isPlain(filter: Filter): boolean {
  return Object.entries(filter).every(([name, value]) => value === undefined || name === 'teamId' || name === 'status');
}

function totalOf(counters: readonly LinkCountDoc[], statuses: readonly StatusFilter[]): number {
  const wanted = new Set(statuses);
  return counters.reduce((sum, counts) => {
    if (wanted.size === 0) return sum + counts.total;
    const of = statusCounts(counts);
    return sum + [...wanted].reduce((all, status) => all + of[status], 0);
  }, 0);
}

/** The values in use; for a facet with fixed values, all of them. */
async function candidatesOf(
  reads: ReadStore,
  access: Access,
  scopes: readonly Scope[],
  facet: Facet,
  today: string,
): Promise<readonly FacetCandidate[]> {
  const source = COUNTED[facet];
  if (source !== undefined) {
    const { kind, label } = source;
    const { rows } = await reads.find(linkCounts, { where: { scope: scopes, kind }, limit: MOST_COUNTERS });
    const begun = facet === 'deviation' ? rows.filter(({ tag, tagSet }) => hasBegun(tagSet, tag, today)) : rows;
    const { of, recorded } = await readClientBook(reads, facet === 'clientDomain' ? scopes : []);
    const keyOf: Partial<Record<Facet, (row: LinkCountDoc) => string>> = {
      tag: (row) => tagKey(row.tag),
      vendor: (row) => vendorKey(row.tag),
      clientDomain: (row) => of(row.clientDomain).domains[0] ?? '',
    };
    const byValue = Map.groupBy(begun, keyOf[facet] ?? ((row) => row[label]));
    const clientNames = recorded.map(({ name, domains: [main = ''] }) => [main, name] as const);
    const names = new Map([...(await namesOf(reads, access, facet, [...byValue.keys()])), ...clientNames]);
    return [...byValue].map(([value, counters]) => ({
      value: SPELLED.has(facet) ? vendorParam(counters[0]?.tag ?? value) : value || UNASSIGNED,
      label: SPELLED.has(facet) ? (counters[0]?.tag ?? value) : (names.get(value) ?? (value || UNASSIGNED)),
      counters,
      total: totalOf(counters, []),
    }));
  }
  const uncounted = (value: string, label = value): FacetCandidate => ({ value, label, counters: null, total: 0 });
  if (facet === 'status') return STATUS_FILTERS.map((value) => uncounted(value));
  if (facet === 'linkType') return [...LINK_TYPES, NO_LINK_TYPE].map((value) => uncounted(value));
  if (facet === 'expiry') return ['expired', 'expiring'].map((value) => uncounted(value));
  return scopes.map((scope) => {
    const teamId = teamIdOf(scope);
    return teamId === null ? uncounted(PERSONAL) : uncounted(teamId, access.teams.get(teamId)?.name);
  });
}

/** The names behind the ids of a facet. */
async function namesOf(
  reads: ReadStore,
  access: Access,
  facet: Facet,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (facet === 'assignedTo')
    return loadNames(
      reads,
      ids.filter((id) => id !== '' && access.maySeeName(id)),
    );
  if (facet !== 'campaignId') return new Map();
  return new Map((await reads.getMany(campaigns, ids)).map(({ id, name }) => [id, name]));
}
