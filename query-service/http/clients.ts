/** GET /api/clients, GET /api/clients/{domain} and GET /api/teams/{id}/clients. */

import type { Scope } from '../../command-service/contract/scope.ts';
import type { RequestContext } from '../../infra/http/request/request-context.ts';
import { pagedList } from '../../infra/http/request/route-facts.ts';
import { searchable, sought } from '../../infra/ports/text/searched-text.ts';
import { domainKey } from '../../projections/rules/client-domain.ts';
import { linkCountId, linkCounts } from '../../projections/views/links/link-counts.ts';
import { links } from '../../projections/views/links/links.ts';
import { requireTeam } from '../access/find-visible.ts';
import { readAt } from '../as-of/read-at.ts';
import type { ClientAnswer } from '../contract/answers/clients.ts';
import { scopesOf } from '../contract/link-filter.ts';
import { type ClientSort, statusCounts } from '../contract/list-options.ts';
import { type ClientListQuery, clientListSchema, clientSchema, teamClientsSchema } from '../contract/queries.ts';
import type { QueryDeps } from '../deps.ts';
import { pageOf } from '../lists/list-response.ts';
import { invalidQuery } from '../lists/query-params.ts';
import { presentClient, presentClientDetails } from '../presenters/client.ts';
import { clientActivity } from '../stats/client-activity.ts';
import { clientCounts } from '../stats/client-counts.ts';
import { route } from './route.ts';

export const clientRoutes = [
  route({
    method: 'GET',
    path: '/api/clients',
    action: 'ReadLinks',
    summary: 'The clients of the links you see.',
    query: clientListSchema,
    answers: { 200: pagedList('ClientAnswer') },
    async handle(request, live) {
      const { ctx, query } = request;
      const { deps, access } = await readAt(request, live, links);
      return answerClients(ctx, deps, scopesOf(access, query.teamId), query);
    },
  }),

  route({
    method: 'GET',
    path: '/api/teams/:id/clients',
    action: 'ReadLinks',
    summary: 'The clients of a team.',
    query: teamClientsSchema,
    answers: { 200: pagedList('ClientAnswer') },
    async handle(request, live) {
      const { ctx, params, query } = request;
      const { deps, access } = await readAt(request, live, links);
      return answerClients(ctx, deps, [requireTeam(access, 'ReadLinks', params.id)], query);
    },
  }),

  route({
    method: 'GET',
    path: '/api/clients/:domain',
    action: 'ReadLinks',
    summary: 'One client.',
    query: clientSchema,
    answers: { 200: 'ClientDetailsAnswer' },
    async handle(request, live) {
      const { query, params } = request;
      const { deps, access, missing } = await readAt(request, live, links);
      const clientDomain = domainKey(params.domain);
      const ids = scopesOf(access, query.teamId).map((scope) => linkCountId(scope, { kind: 'client', clientDomain }));
      const counts = (await deps.reads.getMany(linkCounts, ids)).filter(({ kind }) => kind === 'client');
      if (counts.length === 0) throw missing();
      return presentClientDetails(clientDomain, counts, access);
    },
  }),
];

/** One line per client domain, over all scopes. */
async function answerClients(
  ctx: RequestContext,
  { reads, now }: QueryDeps,
  scopes: readonly Scope[],
  query: Omit<ClientListQuery, 'teamId'>,
): Promise<readonly ClientAnswer[]> {
  const page = pageOf(query);
  const withActivity = query.activity === 'true';
  if (withActivity && page === null) throw invalidQuery({ activity: 'activity needs page or pageSize' });
  const rows = await clientCounts(reads, scopes);
  const needle = sought(query.q ?? '');
  const byDomain = Map.groupBy(
    rows.filter(({ clientDomain }) => searchable(clientDomain).includes(needle)),
    ({ clientDomain }) => clientDomain,
  );
  const clients = [...byDomain].map(([clientDomain, counts]) => presentClient(clientDomain, counts));
  clients.sort(inOrder(query.sort ?? 'clientDomain', query.dir === 'desc'));
  ctx.set('X-Total-Count', String(clients.length));
  if (page === null) return clients;
  const shown = clients.slice(page.skip, page.skip + page.limit);
  if (!withActivity) return shown;
  return Promise.all(
    shown.map(async (client) => ({ ...client, ...(await clientActivity(reads, scopes, client.clientDomain, now())) })),
  );
}

/** Compares clients; equal ones are in the order of their domains. */
function inOrder(sort: ClientSort, descending: boolean): (one: ClientAnswer, other: ClientAnswer) => number {
  const byDomain = (one: ClientAnswer, other: ClientAnswer) => (one.clientDomain < other.clientDomain ? -1 : 1);
  const sign = descending ? -1 : 1;
  if (sort === 'clientDomain') return (one, other) => sign * byDomain(one, other);
  // Links that were never found are not lost.
  const amount = (client: ClientAnswer) => (sort === 'removed' ? statusCounts(client).removed : client[sort]);
  return (one, other) => sign * (amount(one) - amount(other)) || byDomain(one, other);
}
