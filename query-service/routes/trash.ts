/** GET /api/trash. */
import type { Router } from '@koa/router';
import { type RequestState, signedIn } from '../../infra/http/context.ts';
import { type LinkDoc, links } from '../../projections/views/links.ts';
import { accessOf } from '../access.ts';
import type { QueryDeps } from '../deps.ts';
import { fresh } from '../fresh.ts';
import { answerList } from '../list.ts';
import { parseQuery } from '../params.ts';
import { presentTrash } from '../presenters/trash.ts';
import { pageSchema, type TrashAnswer } from '../queries.ts';

export function trashRoutes(router: Router<RequestState>, deps: QueryDeps): void {
  router.get('/api/trash', async (ctx) => {
    const userId = signedIn(ctx);
    const paging = parseQuery(pageSchema, ctx.query);
    await fresh(ctx, deps, links.name);
    await answerList<LinkDoc, TrashAnswer>(ctx, {
      reads: deps.reads,
      view: links.name,
      query: {
        where: { scope: (await accessOf(deps.reads, userId)).scopes, place: 'trash' },
        sort: { field: 'trashedAt', descending: true },
      },
      paging,
      present: async (docs) => docs.map(presentTrash),
    });
  });
}
