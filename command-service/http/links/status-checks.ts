/** POST /api/status-checks: starts a status check of a scope. */

import type { Principal } from '../../../infra/ports/process/principal.ts';
import { allows } from '../../contract/policy.ts';
import { type Scope, teamIdOf } from '../../contract/scope.ts';
import { authorize, roleIn } from '../../core/authorize.ts';
import { startStatusChecks } from '../../jobs/start-status-check.ts';
import { visibleScopes } from '../../links/visible-scopes.ts';
import { statusCheckSchema, statusCheckScope } from '../../model/status-check/commands.ts';
import type { CommandDeps } from '../deps.ts';
import { metadataOf, setPosition } from '../request.ts';
import { route } from '../route.ts';

export const statusCheckRoutes = [
  route({
    method: 'POST',
    path: '/api/status-checks',
    action: 'RunStatusCheck',
    summary:
      'Starts a check of all links, or of one client’s, in a team, among your own, or in every list whose links you may check.',
    body: statusCheckSchema,
    isBodyOptional: true,
    answers: { 200: 'StartedStatusCheckAnswer', 201: 'StartedStatusCheckAnswer' },
    errorStatuses: [404],
    async handle({ ctx, principal, body }, deps) {
      const { userId } = principal;
      const metadata = metadataOf(ctx, userId, deps.now);
      const scopes = body.all === true ? await checkableScopes(deps, principal) : [statusCheckScope(body, userId)];
      if (body.all !== true)
        for (const scope of scopes) authorize('RunStatusCheck', await roleIn(deps.store, scope, principal));
      const begun = await startStatusChecks(deps, scopes, body.clientDomain ?? null, principal, metadata);
      const [first] = begun;
      setPosition(ctx, ...begun.map(({ position }) => position));
      ctx.set('Location', `/api/status-checks/${first.runId}`);
      ctx.status = begun.some(({ isNew }) => isNew) ? 201 : 200;
      return {
        runId: first.runId,
        total: begun.reduce((sum, { total }) => sum + total, 0),
        runs: begun.map(({ runId, scope, total }) => ({ runId, teamId: teamIdOf(scope), total })),
      };
    },
  }),
];

/** The scopes whose links the principal sees and may check. */
async function checkableScopes({ store, reads }: CommandDeps, principal: Principal): Promise<readonly Scope[]> {
  const scopes = await visibleScopes(reads, principal);
  const roles = await Promise.all(scopes.map((scope) => roleIn(store, scope, principal)));
  return scopes.filter((_, at) => allows('RunStatusCheck', roles[at] ?? 'stranger'));
}
