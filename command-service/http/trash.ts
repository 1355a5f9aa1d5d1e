/** POST /api/trash/{id}/restore, DELETE /api/trash/{id}/permanent. */
import { Router } from '@koa/router';
import type { RequestState } from '../../infra/http/request-context.ts';
import { change } from '../links/link-access.ts';
import { pathId, setPosition } from './request.ts';
import type { CommandDeps } from './routes.ts';

export function trashRoutes(deps: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();

  router.post('/api/trash/:id/restore', async (ctx) => {
    const restored = await change(deps, ctx, 'RestoreLink', { type: 'RestoreLink', linkId: pathId(ctx) });
    setPosition(ctx, restored.position);
    ctx.body = { id: pathId(ctx) };
  });

  router.delete('/api/trash/:id/permanent', async (ctx) => {
    const purged = await change(deps, ctx, 'PurgeLink', { type: 'PurgeLink', linkId: pathId(ctx) });
    setPosition(ctx, purged.position);
    ctx.status = 204;
  });

  return router;
}
