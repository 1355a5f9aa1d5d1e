/** POST /api/status-checks: starts a status check of a scope. */

import { authorize, roleIn } from '../authorize.ts';
import { statusCheckSchema, statusCheckScope } from '../commands/status-check.ts';
import { startStatusCheck } from '../jobs/start-status-check.ts';
import { metadataOf, setPosition } from './request.ts';
import { route } from './route.ts';

export const statusCheckRoutes = [
  route({
    method: 'POST',
    path: '/api/status-checks',
    action: 'RunStatusCheck',
    summary: 'Starts a check of all links of a team, or of your own.',
    body: statusCheckSchema,
    isBodyOptional: true,
    answers: { 200: 'StartedStatusCheckAnswer', 201: 'StartedStatusCheckAnswer' },
    errorStatuses: [404],
    async handle({ ctx, principal, body }, deps) {
      const { userId } = principal;
      const scope = statusCheckScope(body, userId);
      authorize('RunStatusCheck', await roleIn(deps.store, scope, principal));
      const { runId, total, isNew, position } = await startStatusCheck(deps, scope, metadataOf(ctx, userId, deps.now));
      setPosition(ctx, position);
      ctx.set('Location', `/api/status-checks/${runId}`);
      ctx.status = isNew ? 201 : 200;
      return { runId, total };
    },
  }),
];
