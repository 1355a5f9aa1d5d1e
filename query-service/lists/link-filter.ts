/** The store queries for a list of links. Pure. */
import type { Scope } from '../../command-service/contract/scope.ts';
import type { LinkField } from '../../projections/views/links/links.ts';
import {
  type NamedAssignee,
  NO_SETS,
  oneOrMany,
  type SelectedSets,
  searchParts,
  toLinkQuery,
} from '../contract/link-filter.ts';
import { type LinkSort, UNASSIGNED } from '../contract/list-options.ts';
import type { LinkListQuery } from '../contract/queries.ts';
import type { ListPart } from './list-response.ts';

const SORT_FIELDS: Readonly<Record<Exclude<LinkSort, 'assignedTo'>, LinkField>> = {
  articleLink: 'articleLink',
  clientLink: 'clientLink',
  anchor: 'anchor',
  linkType: 'linkType',
  status: 'listStatus',
  statusSince: 'statusSince',
  lastChecked: 'lastChecked',
  liveDate: 'liveDate',
  duration: 'durationDays',
  expirationDate: 'expirationDate',
  addedAt: 'addedDay',
};

/** The name that links without an assignee sort by. */
const NOBODY = 'Unassigned';

/** An assignee, or "nobody". */
export interface Assignee extends NamedAssignee {
  /** The number of active links in the scopes assigned to them. */
  readonly total: number;
}

/**
 * The queries for the active links of the scopes that pass the filters, one for each part of the list. The default
 * order is lastChecked, newest first, or, with `expiringWithin`, the next to expire first; a named column sorts
 * ascending.
 * @param assignees the assignees of the scopes' links, each once; needed only to sort by assignee and to search.
 * @param sets the sets that contain one of the tags or warnings; needed only to filter by them.
 */
export function toFindQueries(
  scopes: readonly Scope[],
  query: LinkListQuery,
  today: string,
  assignees: readonly Assignee[] = [],
  sets: SelectedSets = NO_SETS,
): readonly ListPart<LinkField>[] {
  if (scopes.length === 0) return [];
  const { assignedTo, expiringWithin } = query;
  const narrowed = toLinkQuery(scopes, query, today, sets);
  const sort = query.sort ?? (expiringWithin === undefined ? 'lastChecked' : 'expirationDate');
  const descending =
    query.dir === undefined ? sort === 'lastChecked' && query.sort === undefined : query.dir === 'desc';
  if (sort !== 'assignedTo') {
    const order = { sort: { field: SORT_FIELDS[sort], descending } };
    return searchParts(narrowed, assignees).map((part) => ({ query: { ...part, ...order } }));
  }
  const shown = assignees.filter(({ id }) => assignedTo === undefined || assignedTo.includes(id ?? UNASSIGNED));
  const isWhole = Object.keys(narrowed.where ?? {}).length === 2 && narrowed.contains === undefined;
  return byName(shown, descending).flatMap((people) => {
    const ofPeople = { ...narrowed, where: { ...narrowed.where, assignedTo: oneOrMany(people.map(({ id }) => id)) } };
    return searchParts(ofPeople, people).map((part) => ({
      query: part,
      ...(isWhole && { total: people.reduce((sum, { total }) => sum + total, 0) }),
    }));
  });
}

/** Groups assignees by name, ignoring case. */
function byName(assignees: readonly Assignee[], descending: boolean): readonly (readonly Assignee[])[] {
  const groups = Map.groupBy(assignees, ({ name }) => (name || NOBODY).toLowerCase());
  const inOrder = [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, people]) => people);
  return descending ? inOrder.toReversed() : inOrder;
}
