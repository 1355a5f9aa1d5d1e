/** GET /api/clients, GET /api/clients/{domain} and GET /api/teams/{id}/clients: counters that the projection keeps. */
import type { Router } from '@koa/router';
import type { Scope } from '../../command-service/scope.ts';
import { notFound } from '../../infra/http/problem.ts';
import { type RequestContext, type RequestState, requirePrincipal } from '../../infra/http/request-context.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { linkCountId, linkCounts, links } from '../../projections/views/links/links.ts';
import { accessOf } from '../access/access.ts';
import { requireTeam } from '../access/find-team.ts';
import type { ClientAnswer } from '../contract/answers/clients.ts';
import type { ClientSort } from '../contract/list-options.ts';
import { type ClientListQuery, clientListSchema, clientSchema, teamClientsSchema } from '../contract/queries.ts';
import type { QueryDeps } from '../deps.ts';
import { scopesOf } from '../lists/link-filter.ts';
import { pageOf } from '../lists/list-response.ts';
import { parseQuery } from '../lists/query-params.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { presentClient, presentClientDetails } from '../presenters/client.ts';
import { clientCounts } from '../stats/client-counts.ts';

export function clientRoutes(router: Router<RequestState>, deps: QueryDeps): void {
  router.get('/api/clients', async (ctx) => {
    const principal = requirePrincipal(ctx);
    const query = parseQuery(clientListSchema, ctx.query);
    await waitForPosition(ctx, deps, links);
    const access = await accessOf(deps.reads, principal);
    await answerClients(ctx, deps.reads, scopesOf(access, query.teamId), query);
  });

  router.get('/api/teams/:id/clients', async (ctx) => {
    const principal = requirePrincipal(ctx);
    const query = parseQuery(teamClientsSchema, ctx.query);
    await waitForPosition(ctx, deps, links);
    const teamId = requireTeam(ctx, await accessOf(deps.reads, principal), 'ReadLinks');
    await answerClients(ctx, deps.reads, [`team:${teamId}`], query);
  });

  router.get('/api/clients/:domain', async (ctx) => {
    const principal = requirePrincipal(ctx);
    const { teamId } = parseQuery(clientSchema, ctx.query);
    await waitForPosition(ctx, deps, links);
    const access = await accessOf(deps.reads, principal);
    const clientDomain = String(ctx.params.domain).toLowerCase();
    const ids = scopesOf(access, teamId).map((scope) => linkCountId(scope, { kind: 'client', clientDomain }));
    const counts = (await deps.reads.getMany(linkCounts, ids)).filter(({ kind }) => kind === 'client');
    if (counts.length === 0) throw notFound();
    ctx.body = presentClientDetails(clientDomain, counts, access);
  });
}

/** One line a client domain, whatever the number of scopes that have links of it. */
async function answerClients(
  ctx: RequestContext,
  reads: ReadStore,
  scopes: readonly Scope[],
  query: Omit<ClientListQuery, 'teamId'>,
): Promise<void> {
  const rows = await clientCounts(reads, scopes);
  const sought = query.q?.toLowerCase() ?? '';
  const byDomain = Map.groupBy(
    rows.filter(({ clientDomain }) => clientDomain.includes(sought)),
    ({ clientDomain }) => clientDomain,
  );
  const clients = [...byDomain].map(([clientDomain, counts]) => presentClient(clientDomain, counts));
  clients.sort(inOrder(query.sort ?? 'clientDomain', query.dir === 'desc'));
  const page = pageOf(query);
  ctx.set('X-Total-Count', String(clients.length));
  ctx.body = page === null ? clients : clients.slice(page.skip, page.skip + page.limit);
}

/** Ties by domain. */
function inOrder(sort: ClientSort, descending: boolean): (one: ClientAnswer, other: ClientAnswer) => number {
  const byDomain = (one: ClientAnswer, other: ClientAnswer) => (one.clientDomain < other.clientDomain ? -1 : 1);
  const sign = descending ? -1 : 1;
  if (sort === 'clientDomain') return (one, other) => sign * byDomain(one, other);
  return (one, other) => sign * (one[sort] - other[sort]) || byDomain(one, other);
}
