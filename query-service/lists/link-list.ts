/** The links a person asks for: which, in which order, and how they are shown. */
import type { Scope } from '../../command-service/scope.ts';
import { tagKey } from '../../command-service/tags.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { type LinkDoc, type LinkField, linkCounts, links } from '../../projections/views/links/links.ts';
import type { Access } from '../access/access.ts';
import { findCampaign } from '../access/find-campaign.ts';
import type { LinkAnswer } from '../contract/answers/links.ts';
import type { LinkListQuery } from '../contract/queries.ts';
import type { QueryDeps } from '../deps.ts';
import { loadNames } from '../presenters/person-names.ts';
import { loadLinkAnswers } from './link-answers.ts';
import { type Assignee, scopesOf, toFindQueries } from './link-filter.ts';
import type { ListOptions, ListPart } from './list-response.ts';
import { invalidQuery } from './query-params.ts';

/** So many different sets of tags, once for each list of links, can be asked for: far more than people think of. */
const MAX_TAG_SETS = 10_000;

/** The list that a query asks for, of the links its asker sees. */
export async function linkList(
  deps: QueryDeps,
  access: Access,
  query: LinkListQuery,
): Promise<ListOptions<LinkDoc, LinkField, LinkAnswer>> {
  const list = await selectLinks(deps, access, query);
  return { ...list, paging: query, present: (docs) => loadLinkAnswers(deps, access, docs) };
}

/** The same as documents, in whole. */
export async function selectLinks(
  { reads, now }: Pick<QueryDeps, 'reads' | 'now'>,
  access: Access,
  query: LinkListQuery,
): Promise<
  Omit<ListOptions<LinkDoc, LinkField, LinkDoc>, 'present'> & { readonly query: readonly ListPart<LinkField>[] }
> {
  const { campaignId, sort, tag, teamId } = query;
  const known = campaignId === undefined || (await findCampaign(reads, access, campaignId)) !== null;
  const scopes = known ? scopesOf(access, teamId) : [];
  const assignees = sort === 'assignedTo' ? await assigneesOf(reads, access, scopes) : undefined;
  return {
    reads,
    view: links,
    query: toFindQueries(scopes, query, now(), assignees, await tagSetsOf(reads, scopes, tag ?? [])),
    paging: {},
  };
}

/**
 * The sets of tags in these scopes that one of the tags is in.
 * @throws Problem 400 where there are more than one list can be asked for.
 */
async function tagSetsOf(
  reads: ReadStore,
  scopes: readonly Scope[],
  tags: readonly string[],
): Promise<readonly string[]> {
  if (tags.length === 0) return [];
  const where = { scope: scopes, kind: 'tag-set', tag: tags.map(tagKey) };
  const { rows } = await reads.find(linkCounts, { where, limit: MAX_TAG_SETS + 1 });
  const sets = new Set(rows.map(({ tagSet }) => tagSet));
  if (rows.length <= MAX_TAG_SETS && sets.size * scopes.length <= MAX_TAG_SETS) return [...sets];
  throw invalidQuery({ tag: 'These tags stand beside too many other tags: ask for fewer tags or for one team.' });
}

/** Everybody whom links of the scopes are assigned to, nobody among them. */
async function assigneesOf(reads: ReadStore, access: Access, scopes: readonly Scope[]): Promise<readonly Assignee[]> {
  const where = { scope: scopes, kind: 'assignee' };
  const { rows } = await reads.find(linkCounts, { where });
  const known = rows.flatMap(({ assignedTo }) => (access.maySeeName(assignedTo) ? [assignedTo] : []));
  const names = await loadNames(reads, known);
  return [...Map.groupBy(rows, ({ assignedTo }) => assignedTo)].map(([id, counts]) => ({
    id: id || null,
    name: names.get(id) ?? '',
    total: counts.reduce((sum, { total }) => sum + total, 0),
  }));
}
