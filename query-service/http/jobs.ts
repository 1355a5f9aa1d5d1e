/** GET /api/links/bulk/{batchId}: how far a batch is, for who began it. */
import type { Router } from '@koa/router';
import { notFound } from '../../infra/http/problem.ts';
import { type RequestState, requireUser } from '../../infra/http/request-context.ts';
import { type BulkDoc, bulkOperations } from '../../projections/views/links/bulk-operations.ts';
import type { BulkAnswer } from '../contract/answers/bulk-operations.ts';
import { nothingSchema } from '../contract/queries.ts';
import type { QueryDeps } from '../deps.ts';
import { parseQuery } from '../lists/query-params.ts';
import { waitForPosition } from '../live/read-your-writes.ts';

export function bulkRoutes(router: Router<RequestState>, deps: QueryDeps): void {
  router.get('/api/links/bulk/:batchId', async (ctx) => {
    const userId = requireUser(ctx);
    parseQuery(nothingSchema, ctx.query);
    await waitForPosition(ctx, deps, bulkOperations);
    const doc = await deps.reads.get(bulkOperations, String(ctx.params.batchId));
    if (doc === null || doc.startedBy !== userId) throw notFound();
    // The views of the links may be behind this one: whoever hears that the batch ended sees it in them next.
    ctx.set('X-Position', String(await deps.reads.position(bulkOperations)));
    ctx.body = presentBulk(doc);
  });
}

/** Names every outgoing field. */
function presentBulk({ id, action, state, total, done, failed, failures }: BulkDoc): BulkAnswer {
  return {
    batchId: id,
    action,
    total,
    done,
    failed,
    state: state === 'undoing' ? 'running' : state,
    undoing: state === 'undoing',
    undoable: state === 'done' && action !== 'recheck' && failed < total,
    failures: failures.map(({ linkId, message }) => ({ linkId, message })),
  };
}
