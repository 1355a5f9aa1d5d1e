/** One action on many links, and its undo. */

import { notFound } from '../../../infra/http/request/problem.ts';
import { reaches } from '../../../infra/ports/process/principal.ts';
import { linkFilterSchema } from '../../../query-service/contract/queries.ts';
import { handleLoaded, load } from '../../core/handle.ts';
import { authorizeOperation } from '../../jobs/operation.ts';
import { previewBulk } from '../../jobs/preview-bulk.ts';
import { startBulk, waitForLinkViews } from '../../jobs/start-bulk.ts';
import { bulkChangeSchemas, bulkSchema, ID, MAX_BULK, parseBulkBody } from '../../model/bulk/commands.ts';
import { bulk, streamOf } from '../../model/bulk/decider.ts';
import { metadataOf, setPosition } from '../request.ts';
import { route } from '../route.ts';

export const bulkRoutes = [
  route({
    method: 'POST',
    path: '/api/links/bulk',
    action: 'EditLink',
    summary: 'Starts a bulk operation on many links; with dryRun it only counts them.',
    rawBody: {
      schemas: [bulkSchema],
      extraFields: {
        ids: { type: 'array', items: { type: 'string', pattern: ID.source }, maxItems: MAX_BULK },
        filter: [linkFilterSchema],
      },
      oneOf: ['ids', 'filter'],
      variants: { by: 'action', field: 'change', schemas: bulkChangeSchemas },
    },
    // 100,000 ids are 4 MB.
    maxBody: 5 * 1024 * 1024,
    answers: { 200: 'BulkCountAnswer', 201: 'StartedBulkAnswer' },
    writes: [201],
    errorStatuses: [404],
    async handle({ ctx, principal }, deps) {
      const body = parseBulkBody(ctx.state.body);
      await authorizeOperation(deps, principal, body.order);
      await waitForLinkViews(deps);
      if (body.dryRun) return previewBulk(deps, principal, body.choice, body.order);
      const batchId = ctx.state.newId();
      const metadata = { ...metadataOf(ctx, principal.userId, deps.now), correlationId: batchId };
      const { total, position } = await startBulk(deps, batchId, body, principal, metadata);
      setPosition(ctx, position);
      ctx.set('Location', `/api/links/bulk/${batchId}`);
      ctx.status = 201;
      return { batchId, total };
    },
  }),

  route({
    method: 'POST',
    path: '/api/links/bulk/:batchId/undo',
    action: 'EditLink',
    summary: 'Undoes a bulk operation.',
    answers: { 200: 'StartedBulkAnswer' },
    async handle({ ctx, principal, params: { batchId } }, deps) {
      const { userId, tokenId } = principal;
      const batch = await load(deps.store, bulk, streamOf(batchId));
      // Only the person who started it may undo it, even if others may change the links.
      if (batch.state.status === 'choosing' || batch.state.userId !== userId) throw notFound();
      if (!reaches(principal, batch.state.within)) throw notFound();
      await authorizeOperation(deps, principal, batch.state.order);
      const metadata = { ...metadataOf(ctx, userId, deps.now), correlationId: batchId };
      const undo = { type: 'StartBulkUndo', batchId, tokenId } as const;
      const { state, position } = await handleLoaded(batch, deps.store, bulk, undo, metadata);
      setPosition(ctx, position);
      return { batchId, total: state.total };
    },
  }),
];
