/** POST /api/alerts/read: what a person has read of what they are told. */
import { Router } from '@koa/router';
import { type RequestState, requireUser } from '../../infra/http/request-context.ts';
import { readAlertFeed } from '../../projections/alerts/alert-feed.ts';
import { markAlertsRead, markAllAlertsRead } from '../../projections/alerts/read-marks.ts';
import { alerts } from '../../projections/views/links/alerts.ts';
import type { ReadAlertsAnswer } from '../../query-service/contract/answers/alerts.ts';
import { authorize } from '../authorize.ts';
import { readAlertsSchema } from '../commands/alert.ts';
import { parse } from '../commands/schema/parse.ts';
import type { CommandDeps } from './deps.ts';

export function alertRoutes({ reads, alertMarks: marks, now }: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();

  router.post('/api/alerts/read', async (ctx) => {
    const userId = requireUser(ctx);
    authorize('MarkAlertsRead', 'owner');
    const { ids } = parse(readAlertsSchema, ctx.state.body);
    if (ids === undefined) await markAllAlertsRead(marks, userId, await reads.position(alerts), now());
    else await markAlertsRead(marks, userId, await readAlertFeed(reads, marks, userId, now()), ids, now());
    const unread = (await readAlertFeed(reads, marks, userId, now())).filter(({ read }) => !read).length;
    ctx.body = { unread } satisfies ReadAlertsAnswer;
  });

  return router;
}
