/** GET /api/trash. */
import type { Router } from '@koa/router';
import { type RequestState, requirePrincipal } from '../../infra/http/request-context.ts';
import { links } from '../../projections/views/links/links.ts';
import { accessOf } from '../access/access.ts';
import { pageSchema } from '../contract/queries.ts';
import type { QueryDeps } from '../deps.ts';
import { answerList } from '../lists/list-response.ts';
import { parseQuery } from '../lists/query-params.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { presentTrash } from '../presenters/trash.ts';

export function trashRoutes(router: Router<RequestState>, deps: QueryDeps): void {
  router.get('/api/trash', async (ctx) => {
    const principal = requirePrincipal(ctx);
    const paging = parseQuery(pageSchema, ctx.query);
    await waitForPosition(ctx, deps, links);
    await answerList(ctx, {
      reads: deps.reads,
      view: links,
      query: {
        where: { scope: (await accessOf(deps.reads, principal)).scopes, place: 'trash' },
        sort: { field: 'trashedAt', descending: true },
      },
      paging,
      present: async (docs) => docs.map(presentTrash),
    });
  });
}
