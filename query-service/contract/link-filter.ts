/**
 * Which links a filter selects. Contract: lists show these links, and a bulk operation on a filter changes the same
 * links. Pure.
 */
import type { InferType } from 'yup';
import { InputError } from '../../command-service/contract/schema/parse.ts';
import { type Scope, teamScope, userIdOf } from '../../command-service/contract/scope.ts';
import type { FieldValue, FindQuery } from '../../infra/ports/storage/read-store.ts';
import { searchable, sought } from '../../infra/ports/text/searched-text.ts';
import { dayBefore, daysFrom, daysUntil } from '../../projections/rules/calendar-days.ts';
import { domainKey } from '../../projections/rules/client-domain.ts';
import { vendorKey } from '../../projections/rules/vendor-key.ts';
import type { ListStatus } from '../../projections/views/links/link-doc.ts';
import type { LinkField } from '../../projections/views/links/links.ts';
import {
  MAX_RANGE_DAYS,
  NO_LINK_TYPE,
  NOT_FOUND,
  PERSONAL,
  STATUS_FILTERS,
  type StatusFilter,
  UNASSIGNED,
} from './list-options.ts';
import type { linkFilterSchema } from './queries.ts';

/** The filters of a list of links. */
export type LinkFilter = InferType<typeof linkFilterSchema>;

/** The sets of tags, of warnings and of deviations that a filter selects, and all domains of its clients. */
export interface SelectedSets {
  /** Absent: those that the filter names. */
  readonly clientDomains?: readonly string[];
  readonly tagSets: readonly string[];
  readonly warningSets: readonly string[];
  readonly deviationSets: readonly string[];
}

export const NO_SETS: SelectedSets = { tagSets: [], warningSets: [], deviationSets: [] };

/** All scopes, only the team's, or with `personal` only a person's own; empty if the team is not among them. */
export function scopesOf(
  { scopes }: { readonly scopes: readonly Scope[] },
  teamId: string | undefined,
): readonly Scope[] {
  if (teamId === undefined) return scopes;
  return scopes.filter((scope) => (teamId === PERSONAL ? userIdOf(scope) !== null : scope === teamScope(teamId)));
}

/**
 * The query for the active links of these scopes that pass the filter.
 * @throws InputError for an invalid range of days.
 * @param tagSets the tag sets that contain one of the filter's tags.
 * @param warningSets the warning sets that contain one of the filter's warnings.
 * @param deviationSets the sets that contain one of the filter's deviations, which has begun.
 */
export function toLinkQuery(
  scopes: readonly Scope[],
  filter: LinkFilter,
  today: string,
  { tagSets, warningSets, deviationSets, clientDomains = filter.clientDomain?.map(domainKey) }: SelectedSets,
): FindQuery<LinkField> {
  const { status, linkType, clientDomain, publisher, campaignId, assignedTo, reason, tag, warning, deviation, q } =
    filter;
  const { liveFrom, liveTo, lostFrom, lostTo, addedFrom, addedTo } = filter;
  const expires = expirationDays(filter, today);
  const live = daysBetween('live', liveFrom, liveTo);
  const added = daysBetween('added', addedFrom, addedTo);
  const lost = daysBetween('lost', lostFrom, lostTo);
  const statuses = lost === null ? status : (status ?? STATUS_FILTERS).filter((each) => each === 'removed');
  return {
    where: {
      scope: oneOrMany(scopes),
      place: 'active',
      ...(statuses && { listStatus: listStatuses(statuses) }),
      ...(linkType && { linkType: oneOrMany(linkType.map((type) => (type === NO_LINK_TYPE ? null : type))) }),
      ...(clientDomain && { clientDomain: oneOrMany(clientDomains ?? []) }),
      ...(publisher && { publisher: oneOrMany(publisher.map(domainKey)) }),
      ...(campaignId && { campaignId: oneOrMany(campaignId) }),
      ...(assignedTo && { assignedTo: oneOrMany(assignedTo.map((id) => (id === UNASSIGNED ? null : id))) }),
      ...(reason && { reason: oneOrMany(reason) }),
      ...(tag && { tagSet: oneOrMany(tagSets) }),
      ...(warning && { warningSet: oneOrMany(warningSets) }),
      ...(deviation && { deviationSet: oneOrMany(deviationSets) }),
      ...(filter.vendor && { vendor: oneOrMany(filter.vendor.map(vendorKey)) }),
      ...(filter.termsTemplate && { templateId: filter.termsTemplate }),
      ...(expires && { expirationDate: expires }),
      ...(live && { liveDate: live }),
      ...(lost && { statusSince: lost }),
      ...(added && { addedDay: added }),
    },
    ...(q && { contains: q }),
  };
}

/** The expiration dates that the filter selects; null for all. */
function expirationDays(filter: LinkFilter, today: string): readonly string[] | null {
  const { expiringWithin, expired, expiresFrom, expiresTo } = filter;
  const range = daysBetween('expires', expiresFrom, expiresTo);
  if (expiringWithin === undefined && expired === undefined) return range;
  const past = expired === undefined ? [] : daysFrom(dayBefore(today, MAX_RANGE_DAYS), MAX_RANGE_DAYS - 1);
  const coming = expiringWithin === undefined ? [] : daysFrom(today, expiringWithin);
  const wanted = new Set(range ?? []);
  return [...past, ...coming].filter((day) => range === null || wanted.has(day));
}

/**
 * The days of a range; null if neither end is given.
 * @throws InputError if it ends before it begins, or is too long.
 */
export function daysBetween(
  name: 'live' | 'lost' | 'added' | 'expires' | 'day',
  from: string | null | undefined,
  to: string | null | undefined,
): readonly string[] | null {
  if (!from && !to) return null;
  const first = from || dayBefore(to ?? '', MAX_RANGE_DAYS - 1);
  if (!to) return daysFrom(first, MAX_RANGE_DAYS - 1);
  const days = daysUntil(to, first);
  if (days < 0) throw new InputError({ [`${name}To`]: `${name}To must not be before ${name}From` });
  if (days >= MAX_RANGE_DAYS) throw new InputError({ [`${name}From`]: `A range has at most ${MAX_RANGE_DAYS} days` });
  return daysFrom(first, days);
}

/** The list statuses that a filter selects. Every link has exactly one of them. */
export function listStatuses(statuses: readonly StatusFilter[]): ListStatus | readonly ListStatus[] {
  return oneOrMany([...new Set(statuses)].map((status) => (status === NOT_FOUND ? 'removed-unseen' : status)));
}

/** An assignee of links; null: nobody. The name is '' if the reader may not know it. */
export interface NamedAssignee {
  readonly id: string | null;
  readonly name: string;
}

/**
 * The queries that together select what a search finds: links with the text, and all links of the assignees whose name
 * contains it. No link is in two of them. There is one query unless a name contains the text.
 * @param assignees all assignees of the links in the scopes, each once, and nobody.
 */
export function searchParts(
  query: FindQuery<LinkField>,
  assignees: readonly NamedAssignee[],
): readonly FindQuery<LinkField>[] {
  const { contains, ...others } = query;
  const { assignedTo: wanted } = query.where ?? {};
  const needle = sought(contains ?? '');
  const isWanted = ({ id }: NamedAssignee) => wanted === undefined || [wanted].flat().includes(id);
  const isNamed = ({ name }: NamedAssignee) => needle !== '' && searchable(name).includes(needle);
  const selected = assignees.filter(isWanted);
  const [named, rest] = [selected.filter(isNamed), selected.filter((each) => !isNamed(each))];
  if (named.length === 0) return [query];
  const ofPeople = (people: readonly NamedAssignee[]) => ({
    where: { ...query.where, assignedTo: oneOrMany(people.map(({ id }) => id)) },
  });
  return [{ ...others, ...ofPeople(named) }, ...(rest.length === 0 ? [] : [{ ...query, ...ofPeople(rest) }])];
}

/** A single value, if there is only one: the store compares it faster than a list. */
export function oneOrMany<Value extends FieldValue>(values: readonly Value[]): Value | readonly Value[] {
  const [only, ...more] = values;
  return only !== undefined && more.length === 0 ? only : values;
}
