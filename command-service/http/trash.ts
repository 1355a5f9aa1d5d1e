/** POST /api/trash/{id}/restore, DELETE /api/trash/{id}/permanent. */
import { Router } from '@koa/router';
import type { RequestContext, RequestState } from '../../infra/http/request-context.ts';
import { executeOnLink } from '../links/link-access.ts';
import type { CommandDeps } from './deps.ts';
import { editorOf, idParam, setPosition } from './request.ts';

export function trashRoutes(deps: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();
  const editor = (ctx: RequestContext) => editorOf(ctx, deps.now);

  router.post('/api/trash/:id/restore', async (ctx) => {
    const restored = await executeOnLink(deps, editor(ctx), 'RestoreLink', {
      type: 'RestoreLink',
      linkId: idParam(ctx),
    });
    setPosition(ctx, restored.position);
    ctx.body = { id: idParam(ctx) };
  });

  router.delete('/api/trash/:id/permanent', async (ctx) => {
    const purged = await executeOnLink(deps, editor(ctx), 'PurgeLink', { type: 'PurgeLink', linkId: idParam(ctx) });
    setPosition(ctx, purged.position);
    ctx.status = 204;
  });

  return router;
}
