/** Judging past checks again, without visits. */

import { matchingOfScope } from '../../billing/entitlements.ts';
import { scopeOf } from '../../contract/scope.ts';
import { authorize, roleIn } from '../../core/authorize.ts';
import { previewJudgings } from '../../jobs/preview-judging.ts';
import { waitForLinkViews } from '../../jobs/start-bulk.ts';
import { startJudging } from '../../jobs/start-judging.ts';
import { judgingSchema } from '../../model/judging/commands.ts';
import { metadataOf, setPosition } from '../request.ts';
import { route } from '../route.ts';

export const judgingRoutes = [
  route({
    method: 'POST',
    path: '/api/judgings',
    action: 'JudgeAgain',
    summary:
      'Judges the past checks of a team, or of your own links, again; with dryRun it only counts what would change.',
    body: judgingSchema,
    answers: { 200: 'JudgingPreviewAnswer', 201: 'StartedJudgingAnswer' },
    writes: [201],
    errorStatuses: [404],
    async handle({ ctx, principal, body }, deps) {
      const { userId } = principal;
      const scope = scopeOf(userId, body.teamId ?? null);
      authorize('JudgeAgain', await roleIn(deps.store, scope, principal));
      if (body.dryRun === true) {
        await waitForLinkViews(deps);
        return previewJudgings(deps, scope, body.matching ?? (await matchingOfScope(deps.store, scope)));
      }
      const judgingId = ctx.state.newId();
      const metadata = { ...metadataOf(ctx, userId, deps.now), correlationId: judgingId };
      const started = await startJudging(deps, judgingId, scope, body.matching ?? null, principal, metadata);
      setPosition(ctx, started.position);
      ctx.set('Location', `/api/judgings${body.teamId ? `?teamId=${body.teamId}` : ''}`);
      ctx.status = 201;
      return { judgingId, total: started.total };
    },
  }),
];
