/** POST /api/alerts/read: what a person has read of what they are told. */
import { Router } from '@koa/router';
import { type RequestState, signedIn } from '../../infra/http/request-context.ts';
import { feedOf, markAllRead, markRead } from '../../projections/alerts/alert-feed.ts';
import { alerts } from '../../projections/views/links/alerts.ts';
import type { ReadAlertsAnswer } from '../../query-service/contract/answers/alerts.ts';
import { authorise } from '../authorize.ts';
import { readAlertsSchema } from '../commands/alert.ts';
import { parse } from '../commands/schema/parse.ts';
import type { CommandDeps } from './routes.ts';

export function alertRoutes({ reads, alertMarks: marks, now }: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();

  router.post('/api/alerts/read', async (ctx) => {
    const userId = signedIn(ctx);
    authorise('MarkAlertsRead', 'owner');
    const { ids } = parse(readAlertsSchema, ctx.state.body);
    if (ids === undefined) await markAllRead(marks, userId, await reads.position(alerts.name), now());
    else await markRead(marks, userId, await feedOf(reads, marks, userId, now()), ids, now());
    const unread = (await feedOf(reads, marks, userId, now())).filter(({ read }) => !read).length;
    ctx.body = { unread } satisfies ReadAlertsAnswer;
  });

  return router;
}
