/** DELETE /api/identities/{id}: takes a way to sign in away. */
import { Router } from '@koa/router';
import { type RequestState, requireUser } from '../../../infra/http/request-context.ts';
import { authorize } from '../../authorize.ts';
import type { CommandDeps } from '../deps.ts';
import { freshlySignedIn, idParam, setPosition } from '../request.ts';

export function identityRoutes({ accounts, sessions }: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();

  router.delete('/api/identities/:id', async (ctx) => {
    requireUser(ctx);
    authorize('UnlinkIdentity', 'owner');
    const userId = await freshlySignedIn(ctx, { sessions }, 'remove a way to sign in');
    setPosition(ctx, await accounts.unlinkIdentity(userId, idParam(ctx), ctx.state.requestId));
    ctx.status = 204;
  });

  return router;
}
