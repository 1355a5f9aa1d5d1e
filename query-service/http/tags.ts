/** GET /api/tags: the tags that the links one sees have, as counters that the projection keeps. */
import type { Router } from '@koa/router';
import { tagKey } from '../../command-service/tags.ts';
import { type RequestState, requirePrincipal } from '../../infra/http/request-context.ts';
import { type LinkCountDoc, linkCounts, links } from '../../projections/views/links/links.ts';
import { accessOf } from '../access/access.ts';
import type { TagAnswer } from '../contract/answers/links.ts';
import { tagListSchema } from '../contract/queries.ts';
import type { QueryDeps } from '../deps.ts';
import { scopesOf } from '../lists/link-filter.ts';
import { parseQuery } from '../lists/query-params.ts';
import { waitForPosition } from '../live/read-your-writes.ts';

export function tagRoutes(router: Router<RequestState>, deps: QueryDeps): void {
  router.get('/api/tags', async (ctx) => {
    const principal = requirePrincipal(ctx);
    const { teamId } = parseQuery(tagListSchema, ctx.query);
    await waitForPosition(ctx, deps, links);
    const where = { scope: scopesOf(await accessOf(deps.reads, principal), teamId), kind: 'tag' };
    const { rows } = await deps.reads.find(linkCounts, { where });
    ctx.body = presentTags(rows);
  });
}

/** Adds up the spellings of each tag, whatever the list they are from. */
function presentTags(counters: readonly LinkCountDoc[]): readonly TagAnswer[] {
  const byKey = Map.groupBy(counters, ({ tag }) => tagKey(tag));
  return [...byKey]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, spelled]) => {
      const totals = new Map<string, number>();
      for (const { tag, total } of spelled) totals.set(tag, (totals.get(tag) ?? 0) + total);
      const [most] = [...totals].toSorted(([one, its], [other, others]) => others - its || (one < other ? -1 : 1));
      return { tag: most?.[0] ?? '', count: totals.values().reduce((sum, total) => sum + total, 0) };
    });
}
