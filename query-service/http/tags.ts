/** GET /api/tags. */

import { wholeList } from '../../infra/http/request/route-facts.ts';
import { linkCounts } from '../../projections/views/links/link-counts.ts';
import { links } from '../../projections/views/links/links.ts';
import { readAt } from '../as-of/read-at.ts';
import { scopesOf } from '../contract/link-filter.ts';
import { tagListSchema } from '../contract/queries.ts';
import { presentTags } from '../presenters/tag.ts';
import { route } from './route.ts';

export const tagRoutes = [
  route({
    method: 'GET',
    path: '/api/tags',
    action: 'ReadLinks',
    summary: 'The tags in use, with the number of links of each.',
    query: tagListSchema,
    answers: { 200: wholeList('TagAnswer') },
    async handle(request, live) {
      const { deps, access } = await readAt(request, live, links);
      const where = { scope: scopesOf(access, request.query.teamId), kind: 'tag' };
      const { rows } = await deps.reads.find(linkCounts, { where });
      return presentTags(rows);
    },
  }),
];
