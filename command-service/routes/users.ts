/** PATCH /api/user/profile (spec 7). */
import { Router } from '@koa/router';
import { type RequestState, signedIn } from '../../infra/http/context.ts';
import type { ProfileAnswer } from '../../query-service/queries.ts';
import { authorise } from '../authorise.ts';
import { parse } from '../commands/parse.ts';
import { profileSchema } from '../commands/user.ts';
import { user } from '../deciders/user.ts';
import { handle } from '../handle.ts';
import type { CommandDeps } from '../routes.ts';
import { metadataOf, setPosition } from './request.ts';

export function userRoutes(deps: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();

  router.patch('/api/user/profile', async (ctx) => {
    const userId = signedIn(ctx);
    authorise('EditProfile', 'owner');
    const body = parse(profileSchema, ctx.state.body);
    const fields = Object.fromEntries(Object.entries(body).map(([field, value]) => [field, value ?? '']));
    const edited = await handle(
      deps.store,
      user,
      { type: 'EditProfile', userId, fields },
      metadataOf(ctx, userId, deps.now),
    );
    setPosition(ctx, edited.position);
    ctx.body = edited.state satisfies ProfileAnswer | null;
  });

  return router;
}
