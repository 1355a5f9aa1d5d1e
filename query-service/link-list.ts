/** The links a person asks for: which, in which order, and how they are shown. */
import type { Scope } from '../command-service/events.ts';
import type { ReadStore } from '../infra/ports.ts';
import { type LinkCountDoc, type LinkDoc, linkCounts, links } from '../projections/views/links.ts';
import type { Access } from './access.ts';
import { campaignOf } from './campaign-of.ts';
import type { QueryDeps } from './deps.ts';
import { type Assignee, linkQuery, scopesOf } from './link-query.ts';
import type { ListOptions } from './list.ts';
import { namesOf } from './names.ts';
import { presentLinks } from './present-links.ts';
import type { LinkAnswer, LinkListQuery } from './queries.ts';

/** The list that a query asks for, of the links its asker sees. */
export async function linkList(
  deps: QueryDeps,
  access: Access,
  query: LinkListQuery,
): Promise<ListOptions<LinkDoc, LinkAnswer>> {
  const { reads } = deps;
  const { campaignId, sort, teamId } = query;
  const known = campaignId === undefined || (await campaignOf(reads, access, campaignId)) !== null;
  const scopes = known ? scopesOf(access, teamId) : [];
  const assignees = sort === 'assignedTo' ? await assigneesOf(reads, access, scopes) : undefined;
  return {
    reads,
    view: links.name,
    query: linkQuery(scopes, query, deps.now(), assignees),
    paging: query,
    present: (docs) => presentLinks(deps, access, docs),
  };
}

/** Everybody whom links of the scopes are assigned to, nobody among them. */
async function assigneesOf(reads: ReadStore, access: Access, scopes: readonly Scope[]): Promise<readonly Assignee[]> {
  const where = { scope: scopes, kind: 'assignee' };
  const { rows } = await reads.find<LinkCountDoc>(linkCounts.name, { where });
  const known = rows.flatMap(({ assignedTo }) => (access.knows(assignedTo) ? [assignedTo] : []));
  const names = await namesOf(reads, known);
  return [...Map.groupBy(rows, ({ assignedTo }) => assignedTo)].map(([id, counts]) => ({
    id: id || null,
    name: names.get(id) ?? '',
    total: counts.reduce((sum, { total }) => sum + total, 0),
  }));
}
