/** GET /api/subscription: the signed-in person's plan, and the date of their next status check. */
import type { Router } from '@koa/router';
import { cooldownEnd, FREE_SUBSCRIPTION } from '../../command-service/plans.ts';
import { type RequestState, requireUser } from '../../infra/http/request-context.ts';
import { subscriptions } from '../../projections/views/people/subscriptions.ts';
import type { SubscriptionAnswer } from '../contract/answers/account.ts';
import { nothingSchema } from '../contract/queries.ts';
import type { QueryDeps } from '../deps.ts';
import { parseQuery } from '../lists/query-params.ts';
import { waitForPosition } from '../live/read-your-writes.ts';

export function subscriptionRoutes(router: Router<RequestState>, deps: QueryDeps): void {
  router.get('/api/subscription', async (ctx) => {
    const userId = requireUser(ctx);
    parseQuery(nothingSchema, ctx.query);
    await waitForPosition(ctx, deps, subscriptions);
    const known = (await deps.reads.get(subscriptions, userId)) ?? FREE_SUBSCRIPTION;
    ctx.body = {
      plan: known.plan,
      billingCycle: known.billingCycle,
      status: 'active',
      nextCheckDate: cooldownEnd(known, deps.now()),
    } satisfies SubscriptionAnswer;
  });
}
