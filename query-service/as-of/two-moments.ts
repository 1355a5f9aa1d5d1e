/** The two moments of a comparison, and the links that it is about. */
import type { RequestContext } from '../../infra/http/request/request-context.ts';
import type { Principal } from '../../infra/ports/process/principal.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import { domainsOfClients } from '../../projections/views/links/client-book.ts';
import { clients } from '../../projections/views/links/clients.ts';
import { links } from '../../projections/views/links/links.ts';
import { scopesOf } from '../contract/link-filter.ts';
import type { CompareQuery } from '../contract/queries.ts';
import type { QueryDeps } from '../deps.ts';
import { invalidQuery } from '../lists/query-params.ts';
import { readAt } from './read-at.ts';

export interface CompareRequest {
  readonly ctx: RequestContext;
  readonly principal: Principal;
  readonly query: Omit<CompareQuery, 'page' | 'pageSize' | 'change'>;
}

/** Both moments with the caller's access, and `where`: the links in the query's lists, of its clients and campaigns. */
export type TwoMoments = Awaited<ReturnType<typeof twoMoments>>;

/** @throws Problem 400 if the moments are in the wrong order. */
export async function twoMoments({ ctx, principal, query }: CompareRequest, live: QueryDeps) {
  const { teamId, clientDomain, campaignId } = query;
  const at = async (asOf: string, name: string) => {
    const moment = await readAt({ ctx, principal, query: { asOf }, name }, live, links, campaigns, clients);
    const { position = 0, scopes = [] } = moment.past ?? {};
    return { deps: moment.deps, access: moment.access, past: { position, scopes } };
  };
  const earlier = await at(query.from, 'from');
  const later = await at(query.to ?? live.now().toISOString(), 'to');
  if (earlier.past.position > later.past.position) {
    throw invalidQuery({ from: 'from must be the earlier of the two moments' });
  }
  const scope = [
    ...new Set(teamId === undefined ? later.access.scopes : teamId.flatMap((each) => scopesOf(later.access, each))),
  ];
  const where = {
    scope,
    ...(clientDomain && { clientDomain: await domainsOfClients(later.deps.reads, scope, clientDomain) }),
    ...(campaignId && { campaignId }),
  };
  const [from, to] = [earlier.deps.now().toISOString(), later.deps.now().toISOString()];
  return { earlier, later, where, from, to };
}
