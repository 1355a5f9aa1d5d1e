/** GET /api/as-of. */
import { moments } from '../../../projections/views/ledger/moments.ts';
import { firstDay, momentOf } from '../../as-of/moment.ts';
import { asOfSchema } from '../../contract/queries.ts';
import { waitForPosition } from '../../live/read-your-writes.ts';
import { route } from '../route.ts';

export const asOfRoutes = [
  route({
    method: 'GET',
    path: '/api/as-of',
    action: 'ReadLinks',
    summary: 'The moment that asOf names, and the first day that can be named.',
    query: asOfSchema,
    answers: { 200: 'MomentAnswer' },
    async handle({ ctx, query }, deps) {
      await waitForPosition(ctx, deps, moments);
      const now = deps.now();
      const { at, position } = await momentOf(deps.reads, query.asOf ?? now.toISOString(), now);
      ctx.set({ 'X-As-Of': at, 'X-As-Of-Position': String(position) });
      return { at, position, firstDay: await firstDay(deps.reads) };
    },
  }),
];
