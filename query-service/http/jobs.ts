/** The progress of jobs: actions on many links, and status checks. */

import { allows } from '../../command-service/policy.ts';
import type { Scope } from '../../command-service/scope.ts';
import { notFound } from '../../infra/http/problem.ts';
import { wholeList } from '../../infra/http/route-facts.ts';
import { type BulkDoc, bulkOperations } from '../../projections/views/links/bulk-operations.ts';
import { type StatusCheckDoc, statusChecks } from '../../projections/views/links/status-checks.ts';
import { type Access, accessOf, teamIdOf } from '../access/access.ts';
import type { BulkAnswer } from '../contract/answers/bulk-operations.ts';
import type { StatusCheckAnswer } from '../contract/answers/status-checks.ts';
import { nothingSchema, statusCheckListSchema } from '../contract/queries.ts';
import type { QueryDeps } from '../deps.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { loadNames, UNKNOWN_PERSON } from '../presenters/person-names.ts';
import { route } from './route.ts';

export const jobRoutes = [
  route({
    method: 'GET',
    path: '/api/links/bulk/:batchId',
    action: 'ReadLinks',
    summary: 'How far a batch is, for who began it.',
    query: nothingSchema,
    answers: { 200: 'BulkAnswer' },
    responseHeaders: ['X-Position'],
    async handle({ ctx, principal, params }, deps) {
      const { userId } = principal;
      await waitForPosition(ctx, deps, bulkOperations);
      const doc = await deps.reads.get(bulkOperations, params.batchId);
      if (doc === null || doc.startedBy !== userId) throw notFound();
      // The views of the links may be behind this one: whoever hears that the batch ended sees it in them next.
      ctx.set('X-Position', String(await deps.reads.position(bulkOperations)));
      return presentBulk(doc);
    },
  }),

  route({
    method: 'GET',
    path: '/api/status-checks',
    action: 'ReadLinks',
    summary: 'The newest status check of a team, or of one’s own links.',
    query: statusCheckListSchema,
    answers: { 200: wholeList('StatusCheckAnswer') },
    errorStatuses: [404],
    async handle({ ctx, principal, query }, deps) {
      const { userId } = principal;
      const { teamId } = query;
      await waitForPosition(ctx, deps, statusChecks);
      const scope: Scope = teamId === undefined ? `user:${userId}` : `team:${teamId}`;
      mustSee(await accessOf(deps.reads, principal), scope);
      const { rows } = await deps.reads.find(statusChecks, {
        where: { scope },
        sort: { field: 'startedAt', descending: true },
        limit: 1,
      });
      return await Promise.all(rows.map((doc) => present(deps, doc)));
    },
  }),

  route({
    method: 'GET',
    path: '/api/status-checks/:runId',
    action: 'ReadLinks',
    summary: 'How far a status check is.',
    query: nothingSchema,
    answers: { 200: 'StatusCheckAnswer' },
    async handle({ ctx, principal, params }, deps) {
      await waitForPosition(ctx, deps, statusChecks);
      const doc = await deps.reads.get(statusChecks, params.runId);
      if (doc === null) throw notFound();
      mustSee(await accessOf(deps.reads, principal), doc.scope);
      return await present(deps, doc);
    },
  }),
];

/** Names every outgoing field. */
function presentBulk({ id, action, state, total, done, failed, failures }: BulkDoc): BulkAnswer {
  return {
    batchId: id,
    action,
    total,
    done,
    failed,
    state: state === 'undoing' ? 'running' : state,
    undoing: state === 'undoing',
    undoable: state === 'done' && action !== 'recheck' && failed < total,
    failures: failures.map(({ linkId, message }) => ({ linkId, message })),
  };
}

/** @throws Problem 404. */
function mustSee(access: Access, scope: Scope): void {
  if (!allows('ReadLinks', access.roleIn(scope))) throw notFound();
}

async function present({ reads }: QueryDeps, doc: StatusCheckDoc): Promise<StatusCheckAnswer> {
  const { id: runId, scope, state, total, done, live, removed, pending, startedAt, startedBy, finishedAt } = doc;
  const names = await loadNames(reads, [startedBy]);
  const startedByName = names.get(startedBy) ?? UNKNOWN_PERSON;
  const counts = { total, done, live, removed, pending };
  return { runId, teamId: teamIdOf(scope), state, ...counts, startedAt, startedByName, finishedAt };
}
