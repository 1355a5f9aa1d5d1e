/** GET /api/system. */
import { Problem } from '../../infra/http/request/problem.ts';
import { users } from '../../projections/views/people/users.ts';
import { isAdministrator } from '../access/administrators.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { route } from './route.ts';

export const systemRoutes = [
  route({
    method: 'GET',
    path: '/api/system',
    action: 'ReadSystem',
    summary: 'The state of this installation: processes, views, checks, mails, backups, and problems with what to do.',
    answers: { 200: 'SystemAnswer' },
    errorStatuses: [403],
    async handle({ ctx, principal }, deps) {
      await waitForPosition(ctx, deps, users);
      const user = await deps.reads.get(users, principal.userId);
      if (user === null || !isAdministrator(user, deps.admins)) {
        const message =
          'Only administrators of this installation see this. Whoever runs the server names them with ADMINS in its settings.';
        throw new Problem(403, 'not-administrator', message);
      }
      return deps.describeSystem();
    },
  }),
];
