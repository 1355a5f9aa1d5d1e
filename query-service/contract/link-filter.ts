/**
 * Which links a filter selects. Contract: lists show these links, and a bulk operation on a filter works on the same ones.
 * Pure.
 */
import type { InferType } from 'yup';
import { InputError } from '../../command-service/commands/schema/parse.ts';
import { type Scope, teamScope } from '../../command-service/scope.ts';
import { tagKey } from '../../command-service/tags.ts';
import type { FieldValue, FindQuery } from '../../infra/ports/read-store.ts';
import { dayOf, daysFrom } from '../../projections/rules/calendar-days.ts';
import type { LinkField, ListStatus } from '../../projections/views/links/links.ts';
import { NO_LINK_TYPE, NOT_FOUND, type StatusFilter, UNASSIGNED } from './list-options.ts';
import type { linkFilterSchema } from './queries.ts';

/** The filters of a list of links. */
type LinkFilter = InferType<typeof linkFilterSchema>;

/** The most tag sets one query may select, over all scopes: far more than people use. */
const MAX_TAG_SETS = 10_000;

/** The sets of tags and of warnings that a filter selects. */
export interface SelectedSets {
  readonly tagSets: readonly string[];
  readonly warningSets: readonly string[];
}

export const NO_SETS: SelectedSets = { tagSets: [], warningSets: [] };

/** All scopes, or only the team's; none if the team is not among them. */
export function scopesOf(
  { scopes }: { readonly scopes: readonly Scope[] },
  teamId: string | undefined,
): readonly Scope[] {
  return teamId === undefined ? scopes : scopes.filter((scope) => scope === teamScope(teamId));
}

/**
 * The query for the active links of these scopes that pass the filter.
 * @param tagSets the tag sets that contain one of the filter's tags.
 * @param warningSets the warning sets that contain one of the filter's warnings.
 */
export function toLinkQuery(
  scopes: readonly Scope[],
  filter: LinkFilter,
  now: Date,
  { tagSets, warningSets }: SelectedSets,
): FindQuery<LinkField> {
  const { status, linkType, clientDomain, campaignId, assignedTo, expiringWithin, tag, warning, q } = filter;
  return {
    where: {
      scope: oneOrMany(scopes),
      place: 'active',
      ...(status && { listStatus: listStatuses(status) }),
      ...(linkType && { linkType: oneOrMany(linkType.map((type) => (type === NO_LINK_TYPE ? null : type))) }),
      ...(clientDomain && { clientDomain: clientDomain.toLowerCase() }),
      ...(campaignId && { campaignId }),
      ...(assignedTo && { assignedTo: assignedTo === UNASSIGNED ? null : assignedTo }),
      ...(tag && { tagSet: oneOrMany(tagSets) }),
      ...(warning && { warningSet: oneOrMany(warningSets) }),
      ...(expiringWithin !== undefined && { expirationDate: daysFrom(dayOf(now), expiringWithin) }),
    },
    ...(q && { contains: q }),
  };
}

/** The list statuses that a filter selects: `removed` includes links that were never found. */
export function listStatuses(statuses: readonly StatusFilter[]): ListStatus | readonly ListStatus[] {
  const selected = statuses.flatMap((status): readonly ListStatus[] => {
    if (status === NOT_FOUND) return ['removed-unseen'];
    return status === 'removed' ? ['removed', 'removed-unseen'] : [status];
  });
  return oneOrMany([...new Set(selected)]);
}

/** The query for the counters of all tag sets in these scopes that contain one of the tags. */
export function tagSetQuery(scopes: readonly Scope[], tags: readonly string[]) {
  return { where: { scope: scopes, kind: 'tag-set', tag: tags.map(tagKey) }, limit: MAX_TAG_SETS + 1 };
}

/** The query for the counters of all warning sets in these scopes that contain one of the codes. */
export function warningSetQuery(scopes: readonly Scope[], codes: readonly string[]) {
  return { where: { scope: scopes, kind: 'warning-set', tag: [...codes] }, limit: MAX_TAG_SETS + 1 };
}

/**
 * The sets that these counters are of.
 * @throws InputError if there are too many for one query.
 */
export function setsIn(counters: readonly { readonly tagSet: string }[], scopes: number): readonly string[] {
  const sets = new Set(counters.map(({ tagSet }) => tagSet));
  if (counters.length <= MAX_TAG_SETS && sets.size * scopes <= MAX_TAG_SETS) return [...sets];
  throw new InputError({ tag: 'These tags are combined with too many other tags: select fewer tags or one team.' });
}

/** A single value where there is only one: the store compares it faster than a list. */
export function oneOrMany<Value extends FieldValue>(values: readonly Value[]): Value | readonly Value[] {
  const [only, ...more] = values;
  return only !== undefined && more.length === 0 ? only : values;
}
