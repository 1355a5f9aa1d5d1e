/** GET /api/stats: the dashboard's cards, from counters kept by the projection; of all links, or of some. */
import type { Router } from '@koa/router';
import type { Scope } from '../../command-service/events.ts';
import { type RequestState, signedIn } from '../../infra/http/context.ts';
import type { ReadStore } from '../../infra/ports.ts';
import { campaigns } from '../../projections/views/campaigns.ts';
import {
  type LinkCountDoc,
  type LinkCountKind,
  linkCountId,
  linkCounts,
  links,
} from '../../projections/views/links.ts';
import { accessOf } from '../access.ts';
import { campaignOf } from '../campaign-of.ts';
import { clientCounts } from '../client-counts.ts';
import { dayOf, daysFrom } from '../days.ts';
import type { QueryDeps } from '../deps.ts';
import { fresh } from '../fresh.ts';
import { scopesOf } from '../link-query.ts';
import { parseQuery } from '../params.ts';
import { presentStats } from '../presenters/stats.ts';
import { statsSchema } from '../queries.ts';

/** Days ahead in which a link counts as expiring soon (spec 9). */
const EXPIRING_SOON_DAYS = 30;

/** What the numbers are of; what is left out is not asked for. */
interface Part {
  readonly clientDomain?: string;
  readonly campaignId?: string;
}

export function statsRoutes(router: Router<RequestState>, deps: QueryDeps): void {
  router.get('/api/stats', async (ctx) => {
    const userId = signedIn(ctx);
    const { teamId, clientDomain, campaignId } = parseQuery(statsSchema, ctx.query);
    await fresh(ctx, deps, links.name, campaigns.name);
    const { reads } = deps;
    const access = await accessOf(reads, userId);
    const known = campaignId === undefined || (await campaignOf(reads, access, campaignId)) !== null;
    const scopes = known ? scopesOf(access, teamId) : [];
    const part = {
      ...(clientDomain && { clientDomain: clientDomain.toLowerCase() }),
      ...(campaignId && { campaignId }),
    };
    const [counts, clients, expiring] = await Promise.all([
      countsOf(reads, scopes, part),
      uniqueClients(reads, scopes, part),
      reads.find(links.name, {
        where: {
          scope: scopes,
          place: 'active',
          ...part,
          expirationDate: daysFrom(dayOf(deps.now()), EXPIRING_SOON_DAYS),
        },
        limit: 0,
      }),
    ]);
    ctx.body = presentStats(counts, clients, expiring.total);
  });
}

/** One counter a scope that has such links. */
function countsOf(reads: ReadStore, scopes: readonly Scope[], part: Part): Promise<LinkCountDoc[]> {
  const kind = kindOf(part);
  const ids = scopes.map((scope) => linkCountId(scope, { kind, ...part }));
  return reads.getMany<LinkCountDoc>(linkCounts.name, ids);
}

function kindOf({ clientDomain, campaignId }: Part): LinkCountKind {
  if (campaignId === undefined) return clientDomain === undefined ? 'scope' : 'client';
  return clientDomain === undefined ? 'campaign' : 'campaign-client';
}

/** How many client domains there are between the scopes. */
async function uniqueClients(reads: ReadStore, scopes: readonly Scope[], part: Part): Promise<number> {
  if (part.clientDomain !== undefined) return (await countsOf(reads, scopes, part)).length === 0 ? 0 : 1;
  const { campaignId } = part;
  if (campaignId === undefined && scopes.length === 1) {
    return (await reads.find(linkCounts.name, { where: { scope: scopes, kind: 'client' }, limit: 0 })).total;
  }
  const counts = await clientCounts(reads, scopes, campaignId);
  return new Set(counts.map(({ clientDomain }) => clientDomain)).size;
}
