/** GET /api/sessions: where the person is signed in. */
import type { Router } from '@koa/router';
import { type RequestState, requireUser } from '../../infra/http/request-context.ts';
import type { SessionAnswer } from '../contract/answers/account.ts';
import type { QueryDeps } from '../deps.ts';

export function sessionRoutes(router: Router<RequestState>, { sessions }: QueryDeps): void {
  router.get('/api/sessions', async (ctx) => {
    const listed = await sessions.list(ctx, requireUser(ctx));
    ctx.body = listed.map(
      ({ id, current, startedAt, lastUsedAt, browser, network }): SessionAnswer => ({
        ...{ id, current, startedAt, lastUsedAt, browser, network },
      }),
    );
  });
}
