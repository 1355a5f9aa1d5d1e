/** GET /api/clients, GET /api/clients/{domain} and GET /api/teams/{id}/clients. */

import type { Scope } from '../../command-service/contract/scope.ts';
import type { RequestContext } from '../../infra/http/request/request-context.ts';
import { pagedList } from '../../infra/http/request/route-facts.ts';
import { searchable, sought } from '../../infra/ports/text/searched-text.ts';
import { readClientBook } from '../../projections/views/links/client-book.ts';
import { clients } from '../../projections/views/links/clients.ts';
import { clientCountIds, linkCounts } from '../../projections/views/links/link-counts.ts';
import { links } from '../../projections/views/links/links.ts';
import { todayOf } from '../../projections/views/people/days-of-lists.ts';
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
      const { deps, access } = await readAt(request, live, links, clients);
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
      const { deps, access } = await readAt(request, live, links, clients);
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
      const { deps, access, missing } = await readAt(request, live, links, clients);
      const scopes = scopesOf(access, query.teamId);
      const client = (await readClientBook(deps.reads, scopes)).of(params.domain);
      const ids = clientCountIds(scopes, client.domains);
      const counts = (await deps.reads.getMany(linkCounts, ids)).filter(({ kind }) => kind === 'client');
      if (counts.length === 0 && client.record === null) throw missing();
      return presentClientDetails(client, counts, access);
    },
  }),
];

/** One line per client, over all scopes: a record, or a domain without a record. */
async function answerClients(
  ctx: RequestContext,
  { reads, now }: QueryDeps,
  scopes: readonly Scope[],
  query: Omit<ClientListQuery, 'teamId'>,
): Promise<readonly ClientAnswer[]> {
  const page = pageOf(query);
  const withActivity = query.activity === 'true';
  if (withActivity && page === null) throw invalidQuery({ activity: 'activity needs page or pageSize' });
  const [rows, book] = await Promise.all([clientCounts(reads, scopes), readClientBook(reads, scopes)]);
  const byDomain = Map.groupBy(rows, ({ clientDomain }) => book.of(clientDomain).domains[0] ?? '');
  for (const { domains } of book.recorded) byDomain.getOrInsert(domains[0] ?? '', []);
  const needle = sought(query.q ?? '');
  const clients = [...byDomain]
    .map(([clientDomain, counts]) => presentClient(book.of(clientDomain), counts))
    .filter(({ name, domains }) => [name, ...domains].some((text) => searchable(text).includes(needle)));
  clients.sort(inOrder(query.sort ?? 'clientDomain', query.dir === 'desc'));
  ctx.set('X-Total-Count', String(clients.length));
  if (page === null) return clients;
  const shown = clients.slice(page.skip, page.skip + page.limit);
  if (!withActivity) return shown;
  const today = await todayOf(reads, scopes, now());
  return Promise.all(
    shown.map(async (client) => ({ ...client, ...(await clientActivity(reads, scopes, client.domains, today)) })),
  );
}

/** "client2" before "client10". */
const names = new Intl.Collator('en', { numeric: true });

/** Compares clients; equal ones are in the order of their names, then of their domains. */
function inOrder(sort: ClientSort, descending: boolean): (one: ClientAnswer, other: ClientAnswer) => number {
  const byName = (one: ClientAnswer, other: ClientAnswer) =>
    names.compare(one.name, other.name) || names.compare(one.clientDomain, other.clientDomain);
  const sign = descending ? -1 : 1;
  if (sort === 'clientDomain') return (one, other) => sign * byName(one, other);
  // Links that were never found are not lost.
  const amount = (client: ClientAnswer) => (sort === 'removed' ? statusCounts(client).removed : client[sort]);
  return (one, other) => sign * (amount(one) - amount(other)) || byName(one, other);
}
