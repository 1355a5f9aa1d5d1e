/** DELETE /api/identities/{id}: takes a way to sign in away. */
import { Router } from '@koa/router';
import { type RequestState, signedIn } from '../../infra/http/context.ts';
import { authorise } from '../authorise.ts';
import type { CommandDeps } from '../routes.ts';
import { pathId, setPosition } from './request.ts';

export function identityRoutes({ accounts }: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();

  router.delete('/api/identities/:id', async (ctx) => {
    const userId = signedIn(ctx);
    authorise('UnlinkIdentity', 'owner');
    setPosition(ctx, await accounts.leave(userId, pathId(ctx), ctx.state.requestId));
    ctx.status = 204;
  });

  return router;
}
