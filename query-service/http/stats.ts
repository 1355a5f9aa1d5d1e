/** GET /api/stats and GET /api/stats/history. */

import { countedDay, dayOf } from '../../command-service/contract/schema/days.ts';
import { wholeList } from '../../infra/http/request/route-facts.ts';
import type { FindQuery, ReadStore } from '../../infra/ports/storage/read-store.ts';
import { dayBefore, daysUntil } from '../../projections/rules/calendar-days.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import { type LinkField, links } from '../../projections/views/links/links.ts';
import { closedScopes } from '../../projections/views/people/closed-scopes.ts';
import { todayOf } from '../../projections/views/people/days-of-lists.ts';
import type { Access } from '../access/access.ts';
import { findCampaign } from '../access/find-visible.ts';
import { readAt } from '../as-of/read-at.ts';
import { MAX_HISTORY_DAYS } from '../contract/answers/stats.ts';
import { scopesOf } from '../contract/link-filter.ts';
import { ANY_DEVIATION } from '../contract/list-options.ts';
import { countHistorySchema, statsSchema } from '../contract/queries.ts';
import { setsOf } from '../lists/link-list.ts';
import { invalidQuery } from '../lists/query-params.ts';
import { presentStats } from '../presenters/stats.ts';
import { countHistory } from '../stats/count-history.ts';
import { countersOf, countsOf, expiringSoonDays, inheritedScopes, partOf, uniqueClients } from '../stats/link-stats.ts';
import { route } from './route.ts';

/** The default length of a history, in days. */
const DEFAULT_HISTORY_DAYS = 30;

export const statsRoutes = [
  route({
    method: 'GET',
    path: '/api/stats',
    action: 'ReadLinks',
    summary: 'Links by status.',
    query: statsSchema,
    answers: { 200: 'StatsAnswer' },
    async handle(request, live) {
      const { teamId, campaignId } = request.query;
      const { deps, access } = await readAt(request, live, links, campaigns);
      const { reads } = deps;
      const scopes = (await isSeen(reads, access, campaignId)) ? scopesOf(access, teamId) : [];
      const part = await partOf(reads, scopes, request.query);
      const today = await todayOf(reads, scopes, deps.now());
      const { deviationSets } = await setsOf(reads, scopes, { deviation: [ANY_DEVIATION] }, today);
      const [counts, clients, expiring, deviating] = await Promise.all([
        countsOf(reads, scopes, part),
        uniqueClients(reads, scopes, part),
        count({ expirationDate: expiringSoonDays(today) }),
        count({ deviationSet: deviationSets }),
      ]);
      return presentStats(counts, clients, expiring, deviating);

      async function count(more: FindQuery<LinkField>['where']): Promise<number> {
        const where = { scope: scopes, place: 'active', ...part, ...more };
        return (await reads.find(links, { where, limit: 0, countUpTo: Number.POSITIVE_INFINITY })).total;
      }
    },
  }),

  route({
    method: 'GET',
    path: '/api/stats/history',
    action: 'ReadLinks',
    summary: 'Links by status, day by day.',
    query: countHistorySchema,
    answers: { 200: wholeList('DayCountsAnswer') },
    async handle(request, live) {
      const { teamId, campaignId, ...asked } = request.query;
      const { deps, access } = await readAt(request, live, links, campaigns, closedScopes);
      const { from, to } = spanOf(asked, deps.now());
      const { reads } = deps;
      const ended = teamId === undefined ? await inheritedScopes(reads, access) : [];
      const scopes = (await isSeen(reads, access, campaignId)) ? [...scopesOf(access, teamId), ...ended] : [];
      return countHistory(reads, countersOf(scopes, await partOf(reads, scopes, request.query)), from, to);
    },
  }),
];

/**
 * The first and the last day of the history. A day that has begun only east of UTC is today.
 * @throws Problem 400 for an invalid range.
 */
function spanOf(range: { from?: string | undefined; to?: string | undefined }, now: Date) {
  const today = dayOf(now);
  const to = countedDay(range.to ?? today, now);
  const from = countedDay(range.from ?? dayBefore(to, DEFAULT_HISTORY_DAYS - 1), now);
  if (to > today) throw invalidQuery({ to: `to must not be after today, which is ${today} in UTC` });
  if (from > to) throw invalidQuery({ from: `from must not be after ${to}, the last day of the range` });
  if (daysUntil(to, from) >= MAX_HISTORY_DAYS) {
    const first = dayBefore(to, MAX_HISTORY_DAYS - 1);
    const most = MAX_HISTORY_DAYS.toLocaleString('en');
    throw invalidQuery({ from: `from must not be before ${first}: a history has at most ${most} days` });
  }
  return { from, to };
}

/** True if the query names no campaign, or a campaign that the caller may see. */
async function isSeen(reads: ReadStore, access: Access, campaignId: string | undefined): Promise<boolean> {
  return campaignId === undefined || (await findCampaign(reads, access, campaignId)) !== null;
}
