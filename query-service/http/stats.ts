/** GET /api/stats and GET /api/stats/history: counters kept by the projection; of all links one sees, or of some. */

import type { Scope } from '../../command-service/scope.ts';
import { wholeList } from '../../infra/http/route-facts.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { dayBefore, dayOf, daysFrom, daysUntil } from '../../projections/rules/calendar-days.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import {
  type LinkCountDoc,
  type LinkCountKind,
  linkCountId,
  linkCounts,
  links,
} from '../../projections/views/links/links.ts';
import { closedScopes } from '../../projections/views/people/closed-scopes.ts';
import { type Access, accessOf } from '../access/access.ts';
import { findCampaign } from '../access/find-visible.ts';
import { MAX_HISTORY_DAYS } from '../contract/answers/stats.ts';
import { scopesOf } from '../contract/link-filter.ts';
import { countHistorySchema, statsSchema } from '../contract/queries.ts';
import { invalidQuery } from '../lists/query-params.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { presentStats } from '../presenters/stats.ts';
import { clientCounts } from '../stats/client-counts.ts';
import { countHistory } from '../stats/count-history.ts';
import { route } from './route.ts';

/** Days ahead in which a link counts as expiring soon (infra/docs/product.md, "Duration and expiry"). */
const EXPIRING_SOON_DAYS = 30;
/** Days of a history where nothing else is asked for. */
const USUAL_HISTORY_DAYS = 30;

/** What the numbers are of; what is left out is not asked for. */
interface Part {
  readonly clientDomain?: string;
  readonly campaignId?: string;
}

export const statsRoutes = [
  route({
    method: 'GET',
    path: '/api/stats',
    action: 'ReadLinks',
    summary: 'How many links there are of each status.',
    query: statsSchema,
    answers: { 200: 'StatsAnswer' },
    async handle({ ctx, principal, query }, deps) {
      const { teamId, clientDomain, campaignId } = query;
      await waitForPosition(ctx, deps, links, campaigns);
      const { reads } = deps;
      const access = await accessOf(reads, principal);
      const scopes = (await isSeen(reads, access, campaignId)) ? scopesOf(access, teamId) : [];
      const part = partOf(clientDomain, campaignId);
      const [counts, clients, expiring] = await Promise.all([
        countsOf(reads, scopes, part),
        uniqueClients(reads, scopes, part),
        reads.find(links, {
          where: {
            scope: scopes,
            place: 'active',
            ...part,
            expirationDate: daysFrom(dayOf(deps.now()), EXPIRING_SOON_DAYS),
          },
          limit: 0,
          countUpTo: Number.POSITIVE_INFINITY,
        }),
      ]);
      return presentStats(counts, clients, expiring.total);
    },
  }),

  route({
    method: 'GET',
    path: '/api/stats/history',
    action: 'ReadLinks',
    summary: 'How many links there were of each status, day by day.',
    query: countHistorySchema,
    answers: { 200: wholeList('DayCountsAnswer') },
    async handle({ ctx, principal, query }, deps) {
      const { teamId, clientDomain, campaignId, ...asked } = query;
      const { from, to } = spanOf(asked, dayOf(deps.now()));
      await waitForPosition(ctx, deps, links, campaigns, closedScopes);
      const { reads } = deps;
      const access = await accessOf(reads, principal);
      const ended = teamId === undefined ? await inherited(reads, access) : [];
      const scopes = (await isSeen(reads, access, campaignId)) ? [...scopesOf(access, teamId), ...ended] : [];
      return countHistory(reads, countersOf(scopes, partOf(clientDomain, campaignId)), from, to);
    },
  }),
];

/**
 * The days asked for.
 * @throws Problem 400 for days that cannot be answered.
 */
function spanOf(asked: { from?: string | undefined; to?: string | undefined }, today: string) {
  const to = asked.to ?? today;
  const from = asked.from ?? dayBefore(to, USUAL_HISTORY_DAYS - 1);
  if (to > today) throw invalidQuery({ to: `to must not be after today, which is ${today} in UTC` });
  if (from > to) throw invalidQuery({ from: `from must not be after ${to}, the last day asked for` });
  if (daysUntil(to, from) >= MAX_HISTORY_DAYS) {
    const first = dayBefore(to, MAX_HISTORY_DAYS - 1);
    const most = MAX_HISTORY_DAYS.toLocaleString('en');
    throw invalidQuery({ from: `from must not be before ${first}: at most ${most} days are answered at once` });
  }
  return { from, to };
}

/** Whether the asker may see the campaign, where one is named. */
async function isSeen(reads: ReadStore, access: Access, campaignId: string | undefined): Promise<boolean> {
  return campaignId === undefined || (await findCampaign(reads, access, campaignId)) !== null;
}

function partOf(clientDomain: string | undefined, campaignId: string | undefined): Part {
  return {
    ...(clientDomain && { clientDomain: clientDomain.toLowerCase() }),
    ...(campaignId && { campaignId }),
  };
}

/** The teams that were deleted and left their links to the asker: until that day the links counted there. */
async function inherited(reads: ReadStore, { userId, scopes }: Access): Promise<readonly Scope[]> {
  if (!scopes.includes(`user:${userId}`)) return [];
  const { rows } = await reads.find(closedScopes, { where: { heir: userId } });
  return rows.map(({ id }) => id);
}

/** One counter a scope that has such links. */
function countsOf(reads: ReadStore, scopes: readonly Scope[], part: Part): Promise<LinkCountDoc[]> {
  return reads.getMany(linkCounts, countersOf(scopes, part));
}

/** The ids of the counters, one a scope. */
function countersOf(scopes: readonly Scope[], part: Part): readonly string[] {
  const kind = kindOf(part);
  return scopes.map((scope) => linkCountId(scope, { kind, ...part }));
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
    return (
      await reads.find(linkCounts, {
        where: { scope: scopes, kind: 'client' },
        limit: 0,
        countUpTo: Number.POSITIVE_INFINITY,
      })
    ).total;
  }
  const counts = await clientCounts(reads, scopes, campaignId);
  return new Set(counts.map(({ clientDomain }) => clientDomain)).size;
}
