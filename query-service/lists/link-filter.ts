/** What a list of links is asked of the read store. Pure. */
import type { Scope } from '../../command-service/scope.ts';
import type { FieldValue, FindQuery } from '../../infra/ports/read-store.ts';
import { dayOf, daysFrom } from '../../projections/rules/calendar-days.ts';
import type { LinkField } from '../../projections/views/links/links.ts';
import type { Access } from '../access/access.ts';
import { type LinkSort, NO_LINK_TYPE, UNASSIGNED } from '../contract/list-options.ts';
import type { LinkListQuery } from '../contract/queries.ts';
import type { ListPart } from './list-response.ts';

const SORT_FIELDS: Readonly<Record<Exclude<LinkSort, 'assignedTo'>, LinkField>> = {
  articleLink: 'articleLink',
  clientLink: 'clientLink',
  anchor: 'anchor',
  linkType: 'linkType',
  status: 'status',
  lastChecked: 'lastChecked',
  liveDate: 'liveDate',
  duration: 'durationDays',
  expirationDate: 'expirationDate',
};

/** The name that links without an assignee sort by. */
const NOBODY = 'Unassigned';

/** A person whom links are assigned to, or nobody. */
export interface Assignee {
  /** null: nobody. */
  readonly id: string | null;
  /** '' where the reader may not know it. */
  readonly name: string;
  /** How many active links of the scopes they have. */
  readonly total: number;
}

/** The scopes a person sees, or the one of them that a team is; none for a team they do not see. */
export function scopesOf({ scopes }: Access, teamId: string | undefined): readonly Scope[] {
  return teamId === undefined ? scopes : scopes.filter((scope) => scope === `team:${teamId}`);
}

/**
 * The active links of the scopes, narrowed, in one part or in several. Sorted by lastChecked, newest first, unless a
 * column is named, then ascending unless `dir` says otherwise; a list of what expires soon begins with what
 * expires next.
 * @param assignees whom the scopes' links are assigned to, once each. Only a list that is sorted by them needs it.
 * @param tagSets the sets that the tags asked for are in. Only a list that is narrowed by tags needs them.
 */
export function toFindQueries(
  scopes: readonly Scope[],
  query: LinkListQuery,
  now: Date,
  assignees: readonly Assignee[] = [],
  tagSets: readonly string[] = [],
): readonly ListPart<LinkField>[] {
  if (scopes.length === 0) return [];
  const { status, linkType, clientDomain, campaignId, assignedTo, expiringWithin, tag, q } = query;
  const narrowed: FindQuery<LinkField> = {
    where: {
      scope: oneOrMany(scopes),
      place: 'active',
      ...(status && { status: oneOrMany(status) }),
      ...(linkType && { linkType: oneOrMany(linkType.map((type) => (type === NO_LINK_TYPE ? null : type))) }),
      ...(clientDomain && { clientDomain: clientDomain.toLowerCase() }),
      ...(campaignId && { campaignId }),
      ...(assignedTo && { assignedTo: assignedTo === UNASSIGNED ? null : assignedTo }),
      ...(tag && { tagSet: oneOrMany(tagSets) }),
      ...(expiringWithin !== undefined && { expirationDate: daysFrom(dayOf(now), expiringWithin) }),
    },
    ...(q && { contains: q }),
  };
  const sort = query.sort ?? (expiringWithin === undefined ? 'lastChecked' : 'expirationDate');
  const descending =
    query.dir === undefined ? sort === 'lastChecked' && query.sort === undefined : query.dir === 'desc';
  if (sort !== 'assignedTo') return [{ query: { ...narrowed, sort: { field: SORT_FIELDS[sort], descending } } }];
  if (assignedTo) return [{ query: narrowed }];
  const isWhole = Object.keys(narrowed.where ?? {}).length === 2 && narrowed.contains === undefined;
  return byName(assignees, descending).map((people) => ({
    query: { ...narrowed, where: { ...narrowed.where, assignedTo: oneOrMany(people.map(({ id }) => id)) } },
    ...(isWhole && { total: people.reduce((sum, { total }) => sum + total, 0) }),
  }));
}

/** People of the same name together, without regard to case. */
function byName(assignees: readonly Assignee[], descending: boolean): readonly (readonly Assignee[])[] {
  const groups = Map.groupBy(assignees, ({ name }) => (name || NOBODY).toLowerCase());
  const inOrder = [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, people]) => people);
  return descending ? inOrder.toReversed() : inOrder;
}

function oneOrMany<Value extends FieldValue>(values: readonly Value[]): Value | readonly Value[] {
  const [only, ...more] = values;
  return only !== undefined && more.length === 0 ? only : values;
}
