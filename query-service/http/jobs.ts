/** The progress of jobs: bulk operations and status checks. */

import { cooldownEnd, FREE_SUBSCRIPTION } from '../../command-service/contract/plans.ts';
import { allows } from '../../command-service/contract/policy.ts';
import type { Scope } from '../../command-service/contract/scope.ts';
import { notFound } from '../../infra/http/request/problem.ts';
import { wholeList } from '../../infra/http/request/route-facts.ts';
import { reaches } from '../../infra/ports/process/principal.ts';
import { bulkOperations } from '../../projections/views/links/bulk-operations.ts';
import { linkCounts } from '../../projections/views/links/link-counts.ts';
import { links } from '../../projections/views/links/links.ts';
import { type StatusCheckDoc, statusChecks } from '../../projections/views/links/status-checks.ts';
import { subscriptions } from '../../projections/views/people/subscriptions.ts';
import { type Access, accessOf, may, teamIdOf } from '../access/access.ts';
import type { CheckableListAnswer, StatusCheckAnswer } from '../contract/answers/status-checks.ts';
import { nothingSchema, statusCheckListSchema } from '../contract/queries.ts';
import type { QueryDeps } from '../deps.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { presentBulk, presentJudging, presentStatusCheck } from '../presenters/job.ts';
import { loadNames } from '../presenters/person-names.ts';
import { route } from './route.ts';

export const jobRoutes = [
  route({
    method: 'GET',
    path: '/api/links/bulk/:batchId',
    action: 'ReadLinks',
    summary: 'The progress of a bulk operation you started.',
    query: nothingSchema,
    answers: { 200: 'BulkAnswer' },
    responseHeaders: ['X-Position'],
    async handle({ ctx, principal, params }, deps) {
      await waitForPosition(ctx, deps, bulkOperations);
      const doc = await deps.reads.get(bulkOperations, params.batchId);
      if (doc === null || doc.startedBy !== principal.userId || !reaches(principal, doc.within)) throw notFound();
      // The view of links may be behind: with this position the next read waits for the end of the operation.
      ctx.set('X-Position', String(await deps.reads.position(bulkOperations)));
      const answer = presentBulk(doc);
      if (answer === null) throw notFound();
      return answer;
    },
  }),

  route({
    method: 'GET',
    path: '/api/judgings',
    action: 'ReadLinks',
    summary: 'The newest judging of past checks of a team, or of your own links.',
    query: statusCheckListSchema,
    answers: { 200: wholeList('JudgingAnswer') },
    responseHeaders: ['X-Position'],
    errorStatuses: [404],
    async handle({ ctx, principal, query: { teamId } }, deps) {
      await waitForPosition(ctx, deps, bulkOperations);
      const scope: Scope = teamId === undefined ? `user:${principal.userId}` : `team:${teamId}`;
      mustSee(await accessOf(deps.reads, principal), scope);
      const newest = { field: 'startedAt', descending: true } as const;
      const { rows } = await deps.reads.find(bulkOperations, { where: { scope }, sort: newest, limit: 1 });
      // The view of links may be behind: with this position the next read waits for the end of the judging.
      ctx.set('X-Position', String(await deps.reads.position(bulkOperations)));
      return rows.flatMap((doc) => presentJudging(doc) ?? []);
    },
  }),

  route({
    method: 'GET',
    path: '/api/status-checks',
    action: 'ReadLinks',
    summary: 'The newest status check of a team, or of your own links.',
    query: statusCheckListSchema,
    answers: { 200: wholeList('StatusCheckAnswer') },
    errorStatuses: [404],
    async handle({ ctx, principal, query }, deps) {
      const { userId } = principal;
      const { teamId } = query;
      await waitForPosition(ctx, deps, statusChecks);
      const scope: Scope = teamId === undefined ? `user:${userId}` : `team:${teamId}`;
      mustSee(await accessOf(deps.reads, principal), scope);
      return await newestRun(deps, scope);
    },
  }),

  route({
    method: 'GET',
    path: '/api/checkable-lists',
    action: 'ReadCheckableLists',
    summary:
      'The lists whose links you may check: how many links, the newest status check, when the next one may run, and how many remarks have money that you may move.',
    query: nothingSchema,
    answers: { 200: wholeList('CheckableListAnswer') },
    async handle({ ctx, principal }, deps) {
      const { reads, now } = deps;
      await waitForPosition(ctx, deps, statusChecks, links, subscriptions);
      const access = await accessOf(reads, principal);
      const scopes = access.scopes.filter((scope) => allows('ReadCheckableLists', access.roleIn(scope)));
      const owners = new Map(scopes.map((scope) => [scope, ownerIn(access, scope)]));
      const plans = await reads.getMany(subscriptions, [...new Set(owners.values())]);
      const counts = await reads.getMany(linkCounts, scopes);
      return await Promise.all(
        scopes.map(async (scope): Promise<CheckableListAnswer> => {
          const plan = plans.find(({ id }) => id === owners.get(scope)) ?? FREE_SUBSCRIPTION;
          const counted = counts.find(({ id }) => id === scope);
          const moneyInRemarks = may(access, 'EditMoney', scope) ? (counted?.moneyInRemarks ?? 0) : 0;
          const [run = null] = await newestRun(deps, scope);
          const nextCheckDate = cooldownEnd(plan, now(), scope);
          return { teamId: teamIdOf(scope), total: counted?.total ?? 0, nextCheckDate, run, moneyInRemarks };
        }),
      );
    },
  }),

  route({
    method: 'GET',
    path: '/api/status-checks/:runId',
    action: 'ReadLinks',
    summary: 'The progress of a status check.',
    query: nothingSchema,
    answers: { 200: 'StatusCheckAnswer' },
    async handle({ ctx, principal, params }, deps) {
      await waitForPosition(ctx, deps, statusChecks);
      const doc = await deps.reads.get(statusChecks, params.runId);
      if (doc === null) throw notFound();
      mustSee(await accessOf(deps.reads, principal), doc.scope);
      return await answerOf(deps, doc);
    },
  }),
];

/** The person whose plan decides about a scope. */
function ownerIn(access: Access, scope: Scope): string {
  return access.teams.get(teamIdOf(scope) ?? '')?.ownerId ?? access.userId;
}

/** The newest run of the scope; empty without runs. */
async function newestRun(deps: QueryDeps, scope: Scope): Promise<readonly StatusCheckAnswer[]> {
  const { rows } = await deps.reads.find(statusChecks, {
    where: { scope },
    sort: { field: 'startedAt', descending: true },
    limit: 1,
  });
  return Promise.all(rows.map((doc) => answerOf(deps, doc)));
}

/** @throws Problem 404. */
function mustSee(access: Access, scope: Scope): void {
  if (!allows('ReadLinks', access.roleIn(scope))) throw notFound();
}

async function answerOf({ reads }: QueryDeps, doc: StatusCheckDoc): Promise<StatusCheckAnswer> {
  return presentStatusCheck(doc, await loadNames(reads, [doc.startedBy]));
}
