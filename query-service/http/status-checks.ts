/** GET /api/status-checks/{runId}, and GET /api/status-checks?teamId=: the scope's newest run, if there is one. */
import type { Router } from '@koa/router';
import { allows } from '../../command-service/policy.ts';
import type { Scope } from '../../command-service/scope.ts';
import { notFound } from '../../infra/http/problem.ts';
import { type RequestState, requirePrincipal, requireUser } from '../../infra/http/request-context.ts';
import { type StatusCheckDoc, statusChecks } from '../../projections/views/links/status-checks.ts';
import { type Access, accessOf, teamIdOf } from '../access/access.ts';
import type { StatusCheckAnswer } from '../contract/answers/status-checks.ts';
import { nothingSchema, statusCheckListSchema } from '../contract/queries.ts';
import type { QueryDeps } from '../deps.ts';
import { parseQuery } from '../lists/query-params.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { loadNames, UNKNOWN_PERSON } from '../presenters/person-names.ts';

export function statusCheckRoutes(router: Router<RequestState>, deps: QueryDeps): void {
  router.get('/api/status-checks', async (ctx) => {
    const userId = requireUser(ctx);
    const { teamId } = parseQuery(statusCheckListSchema, ctx.query);
    await waitForPosition(ctx, deps, statusChecks);
    const scope: Scope = teamId === undefined ? `user:${userId}` : `team:${teamId}`;
    mustSee(await accessOf(deps.reads, requirePrincipal(ctx)), scope);
    const { rows } = await deps.reads.find(statusChecks, {
      where: { scope },
      sort: { field: 'startedAt', descending: true },
      limit: 1,
    });
    ctx.body = await Promise.all(rows.map((doc) => present(deps, doc)));
  });

  router.get('/api/status-checks/:runId', async (ctx) => {
    const principal = requirePrincipal(ctx);
    parseQuery(nothingSchema, ctx.query);
    await waitForPosition(ctx, deps, statusChecks);
    const doc = await deps.reads.get(statusChecks, String(ctx.params.runId));
    if (doc === null) throw notFound();
    mustSee(await accessOf(deps.reads, principal), doc.scope);
    ctx.body = await present(deps, doc);
  });
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
