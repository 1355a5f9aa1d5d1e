/** GET /api/tags: the tags that the links one sees have, as counters that the projection keeps. */

import { tagKey } from '../../command-service/tags.ts';
import { wholeList } from '../../infra/http/route-facts.ts';
import { type LinkCountDoc, linkCounts, links } from '../../projections/views/links/links.ts';
import { accessOf } from '../access/access.ts';
import type { TagAnswer } from '../contract/answers/links.ts';
import { scopesOf } from '../contract/link-filter.ts';
import { tagListSchema } from '../contract/queries.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { route } from './route.ts';

export const tagRoutes = [
  route({
    method: 'GET',
    path: '/api/tags',
    action: 'ReadLinks',
    summary: 'The tags in use, and how many links have each.',
    query: tagListSchema,
    answers: { 200: wholeList('TagAnswer') },
    async handle({ ctx, principal, query }, deps) {
      await waitForPosition(ctx, deps, links);
      const where = { scope: scopesOf(await accessOf(deps.reads, principal), query.teamId), kind: 'tag' };
      const { rows } = await deps.reads.find(linkCounts, { where });
      return presentTags(rows);
    },
  }),
];

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
