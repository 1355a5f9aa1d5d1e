/** GET /api/stats: the dashboard's cards, from counters kept by the projection. */
import type { Router } from '@koa/router';
import type { Scope } from '../../command-service/events.ts';
import { type RequestState, signedIn } from '../../infra/http/context.ts';
import type { ReadStore } from '../../infra/ports.ts';
import { type LinkCountDoc, linkCounts, links } from '../../projections/views/links.ts';
import { accessOf } from '../access.ts';
import { dayOf, daysFrom } from '../days.ts';
import type { QueryDeps } from '../deps.ts';
import { fresh } from '../fresh.ts';
import { parseQuery } from '../params.ts';
import { presentStats } from '../presenters/stats.ts';
import { nothingSchema } from '../queries.ts';

/** Days ahead in which a link counts as expiring soon (spec 9). */
const EXPIRING_SOON_DAYS = 30;

export function statsRoutes(router: Router<RequestState>, deps: QueryDeps): void {
  router.get('/api/stats', async (ctx) => {
    const userId = signedIn(ctx);
    parseQuery(nothingSchema, ctx.query);
    await fresh(ctx, deps, links.name);
    const { scopes } = await accessOf(deps.reads, userId);
    const [counts, clients, expiring] = await Promise.all([
      deps.reads.getMany<LinkCountDoc>(linkCounts.name, scopes),
      uniqueClients(deps.reads, scopes),
      deps.reads.find(links.name, {
        where: { scope: scopes, place: 'active', expirationDate: daysFrom(dayOf(deps.now()), EXPIRING_SOON_DAYS) },
        limit: 1,
      }),
    ]);
    ctx.body = presentStats(counts, clients, expiring.total);
  });
}

/** How many client domains the scopes have between them. */
async function uniqueClients(reads: ReadStore, scopes: readonly Scope[]): Promise<number> {
  const where = { scope: scopes, kind: 'client' };
  if (scopes.length === 1) return (await reads.find(linkCounts.name, { where, limit: 1 })).total;
  const { rows } = await reads.find<LinkCountDoc>(linkCounts.name, { where });
  return new Set(rows.map(({ clientDomain }) => clientDomain)).size;
}
