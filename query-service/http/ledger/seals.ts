/** GET /api/seals. */

import { pagedList } from '../../../infra/http/request/route-facts.ts';
import { seals } from '../../../projections/views/ledger/seals.ts';
import type { SealAnswer } from '../../contract/answers/seals.ts';
import { sealListSchema } from '../../contract/queries.ts';
import { answerList } from '../../lists/list-response.ts';
import { waitForPosition } from '../../live/read-your-writes.ts';
import { route } from '../route.ts';

export const sealRoutes = [
  route({
    method: 'GET',
    path: '/api/seals',
    action: 'ReadAccount',
    onSelf: true,
    summary: 'The seals of the log, newest first: each proves later that no earlier event was changed.',
    query: sealListSchema,
    answers: { 200: pagedList('SealAnswer') },
    async handle({ ctx, query }, deps) {
      await waitForPosition(ctx, deps, seals);
      return answerList(ctx, {
        reads: deps.reads,
        view: seals,
        query: { sort: { field: 'day', descending: true } },
        paging: query,
        present: async (docs): Promise<readonly SealAnswer[]> =>
          docs.map(({ day, count, hash, sealedAt, timestamp }) => ({ day, count, hash, sealedAt, timestamp })),
      });
    },
  }),
];
