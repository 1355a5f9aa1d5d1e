/** DELETE /api/identities/{id}: takes a way to sign in away. */
import { Router } from '@koa/router';
import { type RequestState, signedIn } from '../../../infra/http/request-context.ts';
import { authorise } from '../../authorize.ts';
import { freshlySignedIn, pathId, setPosition } from '../request.ts';
import type { CommandDeps } from '../routes.ts';

export function identityRoutes({ accounts, sessions }: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();

  router.delete('/api/identities/:id', async (ctx) => {
    signedIn(ctx);
    authorise('UnlinkIdentity', 'owner');
    const userId = await freshlySignedIn(ctx, { sessions }, 'remove a way to sign in');
    setPosition(ctx, await accounts.leave(userId, pathId(ctx), ctx.state.requestId));
    ctx.status = 204;
  });

  return router;
}
