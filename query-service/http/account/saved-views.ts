/** GET /api/saved-views. */
import { allows } from '../../../command-service/contract/policy.ts';
import { wholeList } from '../../../infra/http/request/route-facts.ts';
import { savedViews } from '../../../projections/views/links/saved-views.ts';
import { accessOf, teamIdOf } from '../../access/access.ts';
import { waitForPosition } from '../../live/read-your-writes.ts';
import { route } from '../route.ts';

/** The most views of an answer. */
const MOST = 1_000;

export const savedViewRoutes = [
  route({
    method: 'GET',
    path: '/api/saved-views',
    action: 'ReadSavedViews',
    summary: 'Your saved views and those that your teams share, by name.',
    answers: { 200: wholeList('SavedViewAnswer') },
    async handle({ ctx, principal }, deps) {
      await waitForPosition(ctx, deps, savedViews);
      const access = await accessOf(deps.reads, principal);
      const { rows } = await deps.reads.find(savedViews, {
        where: { scope: access.scopes },
        sort: { field: 'name', descending: false },
        limit: MOST,
      });
      return rows.map(({ id, name, query, scope, revision }) => {
        const teamId = teamIdOf(scope);
        const teamName = teamId === null ? null : (access.teams.get(teamId)?.name ?? null);
        return { id, name, query, teamId, teamName, mayEdit: allows('EditSavedView', access.roleIn(scope)), revision };
      });
    },
  }),
];
