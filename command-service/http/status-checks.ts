/** POST /api/status-checks: checks all links of a scope, as a job of the server's. */

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
    summary: 'Checks all links of a team, or one’s own, as a job of the server’s.',
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
