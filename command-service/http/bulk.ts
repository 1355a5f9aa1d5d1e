/** POST /api/links/bulk and POST /api/links/bulk/{batchId}/undo. */
import { Router } from '@koa/router';
import { notFound } from '../../infra/http/problem.ts';
import { type RequestState, requirePrincipal, requireUser } from '../../infra/http/request-context.ts';
import type { StartedBulkAnswer } from '../../query-service/contract/answers/bulk-operations.ts';
import { parseBulkBody } from '../commands/bulk.ts';
import { bulk, streamOf } from '../deciders/bulk.ts';
import { handleLoaded, load } from '../handle.ts';
import { authorizeOperation } from '../jobs/operation.ts';
import { previewBulk } from '../jobs/preview-bulk.ts';
import { startBulk, waitForLinkViews } from '../jobs/start-bulk.ts';
import type { CommandDeps } from './deps.ts';
import { metadataOf, setPosition } from './request.ts';

export function bulkRoutes(deps: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();

  router.post('/api/links/bulk', async (ctx) => {
    const principal = requirePrincipal(ctx);
    const body = parseBulkBody(ctx.state.body);
    await authorizeOperation(deps, principal, body.order);
    await waitForLinkViews(deps);
    if (body.dryRun) {
      ctx.body = await previewBulk(deps, principal, body.choice, body.order);
      return;
    }
    const batchId = ctx.state.newId();
    const metadata = { ...metadataOf(ctx, principal.userId, deps.now), correlationId: batchId };
    const { total, position } = await startBulk(deps, batchId, body, principal, metadata);
    setPosition(ctx, position);
    ctx.set('Location', `/api/links/bulk/${batchId}`);
    ctx.status = 201;
    ctx.body = { batchId, total } satisfies StartedBulkAnswer;
  });

  router.post('/api/links/bulk/:batchId/undo', async (ctx) => {
    const userId = requireUser(ctx);
    const batchId = String(ctx.params.batchId);
    if (!/^[\w-]{1,100}$/.test(batchId)) throw notFound();
    const batch = await load(deps.store, bulk, streamOf(batchId));
    // Whoever may change the links may still not take back what somebody else did with them all at once.
    if (batch.state.phase === 'choosing' || batch.state.userId !== userId) throw notFound();
    const metadata = { ...metadataOf(ctx, userId, deps.now), correlationId: batchId };
    const { state, position } = await handleLoaded(
      batch,
      deps.store,
      bulk,
      { type: 'StartBulkUndo', batchId },
      metadata,
    );
    setPosition(ctx, position);
    ctx.body = { batchId, total: state.total } satisfies StartedBulkAnswer;
  });

  return router;
}
