/** Lists of links: filtered, sorted and presented. */
import type { Scope } from '../../command-service/contract/scope.ts';
import { MONEY_DENIED } from '../../infra/http/auth/bearer-token.ts';
import { Problem } from '../../infra/http/request/problem.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { linkCounts } from '../../projections/views/links/link-counts.ts';
import type { LinkDoc } from '../../projections/views/links/link-doc.ts';
import { type LinkField, links } from '../../projections/views/links/links.ts';
import { todayOf } from '../../projections/views/people/days-of-lists.ts';
import { type Access, may } from '../access/access.ts';
import { findCampaign } from '../access/find-visible.ts';
import type { LinkAnswer } from '../contract/answers/links.ts';
import { scopesOf } from '../contract/link-filter.ts';
import { readSets } from '../contract/link-sets.ts';
import type { LinkListQuery } from '../contract/queries.ts';
import { loadNames } from '../presenters/person-names.ts';
import { type LinkListDeps, loadLinkAnswers } from './link-answers.ts';
import { type Assignee, toFindQueries } from './link-filter.ts';
import type { ListOptions, ListPart } from './list-response.ts';
import { asProblem, withProblem } from './query-params.ts';

/** The list for a query, limited to links the caller sees. */
export async function linkList(
  deps: LinkListDeps,
  access: Access,
  query: LinkListQuery,
): Promise<ListOptions<LinkDoc, LinkField, LinkAnswer>> {
  const list = await selectLinks(deps, access, query);
  return { ...list, paging: query, present: (docs) => loadLinkAnswers(deps, access, docs) };
}

/** The same list as documents, without paging. */
async function selectLinks(
  { reads, now }: LinkListDeps,
  access: Access,
  query: LinkListQuery,
): Promise<
  Omit<ListOptions<LinkDoc, LinkField, LinkDoc>, 'present'> & { readonly query: readonly ListPart<LinkField>[] }
> {
  const { sort } = query;
  const scopes = await scopesFor(reads, access, query);
  const isNamed = sort === 'assignedTo' || query.q !== undefined;
  const assignees = isNamed ? await assigneesOf(reads, access, scopes) : undefined;
  const today = await todayOf(reads, scopes, now());
  const sets = await setsOf(reads, scopes, query, today);
  return {
    reads,
    view: links,
    query: withProblem(() => toFindQueries(scopes, query, today, assignees, sets)),
    paging: {},
  };
}

/**
 * The scopes of a list: the team's, or all; empty if it names only campaigns that the caller may not see. A list by vendor
 * has only those where the caller may read money: any other answer would tell who sells the link.
 * @throws Problem 403 if there is no such scope.
 */
export async function scopesFor(
  reads: ReadStore,
  access: Access,
  { campaignId, teamId, vendor }: Pick<LinkListQuery, 'campaignId' | 'teamId' | 'vendor'>,
): Promise<readonly Scope[]> {
  const all = scopesOf(access, teamId);
  const scopes = vendor === undefined ? all : moneyScopes(access, all);
  for (const id of campaignId ?? []) {
    if ((await findCampaign(reads, access, id)) !== null) return scopes;
  }
  return campaignId === undefined ? scopes : [];
}

/** Those of the scopes where the caller may read money. @throws Problem 403 if there is none. */
export function moneyScopes(access: Access, scopes: readonly Scope[]): readonly Scope[] {
  const open = scopes.filter((scope) => may(access, 'ReadMoney', scope));
  if (open.length > 0 || scopes.length === 0) return open;
  throw new Problem(403, 'forbidden', access.money ? MANAGERS_ONLY : MONEY_DENIED);
}

const MANAGERS_ONLY =
  'Your permission in this team does not allow you to read prices and vendors. Ask the team’s owner.';

/** What `readSets` reads. @throws Problem 400 if there are too many sets for one query. */
export function setsOf(...asked: Parameters<typeof readSets>) {
  return readSets(...asked).catch((error: unknown) => {
    throw asProblem(error);
  });
}

/** The assignees of the links in these scopes, "nobody" included. */
export async function assigneesOf(
  reads: ReadStore,
  access: Access,
  scopes: readonly Scope[],
): Promise<readonly Assignee[]> {
  const where = { scope: scopes, kind: 'assignee' };
  const { rows } = await reads.find(linkCounts, { where });
  const visibleIds = rows.flatMap(({ assignedTo }) => (access.maySeeName(assignedTo) ? [assignedTo] : []));
  const names = await loadNames(reads, visibleIds);
  return [...Map.groupBy(rows, ({ assignedTo }) => assignedTo)].map(([id, counts]) => ({
    id: id || null,
    name: names.get(id) ?? '',
    total: counts.reduce((sum, { total }) => sum + total, 0),
  }));
}
