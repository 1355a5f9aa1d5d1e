/** POST /api/status-checks: checks all links of a scope, as a job of the server's. */
import { Router } from '@koa/router';
import { type RequestState, requirePrincipal, requireUser } from '../../infra/http/request-context.ts';
import type { StartedStatusCheckAnswer } from '../../query-service/contract/answers/status-checks.ts';
import { authorize, roleIn } from '../authorize.ts';
import { parse } from '../commands/schema/parse.ts';
import { statusCheckSchema, statusCheckScope } from '../commands/status-check.ts';
import { startStatusCheck } from '../jobs/start-status-check.ts';
import type { CommandDeps } from './deps.ts';
import { metadataOf, setPosition } from './request.ts';

export function statusCheckRoutes(deps: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();

  router.post('/api/status-checks', async (ctx) => {
    const userId = requireUser(ctx);
    const scope = statusCheckScope(parse(statusCheckSchema, ctx.state.body ?? {}), userId);
    authorize('RunStatusCheck', await roleIn(deps.store, scope, requirePrincipal(ctx)));
    const { runId, total, isNew, position } = await startStatusCheck(deps, scope, metadataOf(ctx, userId, deps.now));
    setPosition(ctx, position);
    ctx.set('Location', `/api/status-checks/${runId}`);
    ctx.status = isNew ? 201 : 200;
    ctx.body = { runId, total } satisfies StartedStatusCheckAnswer;
  });

  return router;
}
