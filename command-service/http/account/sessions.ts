/** DELETE /api/sessions and DELETE /api/sessions/{id}: sign out elsewhere, and everywhere. */
import { Router } from '@koa/router';
import { notFound } from '../../../infra/http/problem.ts';
import { type RequestState, requireUser } from '../../../infra/http/request-context.ts';
import { authorize } from '../../authorize.ts';
import type { CommandDeps } from '../deps.ts';
import { idParam } from '../request.ts';

export function sessionRoutes({ sessions }: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();

  router.delete('/api/sessions', async (ctx) => {
    const userId = requireUser(ctx);
    authorize('EndSession', 'owner');
    await sessions.endAll(userId);
    await sessions.end(ctx);
    ctx.status = 204;
  });

  router.delete('/api/sessions/:id', async (ctx) => {
    const userId = requireUser(ctx);
    authorize('EndSession', 'owner');
    if (!(await sessions.endOne(userId, idParam(ctx)))) throw notFound('This session has ended already.');
    ctx.status = 204;
  });

  return router;
}
