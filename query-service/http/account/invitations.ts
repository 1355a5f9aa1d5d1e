/** GET /api/invitations/{token}: what the invite page shows, also to signed-out visitors. */

import { createHash } from 'node:crypto';
import { notFound } from '../../../infra/http/request/problem.ts';
import { invitations } from '../../../projections/views/people/invitations.ts';
import { membershipId, memberships } from '../../../projections/views/people/memberships.ts';
import { teams } from '../../../projections/views/people/teams.ts';
import { users } from '../../../projections/views/people/users.ts';
import { nothingSchema } from '../../contract/queries.ts';
import { waitForPosition } from '../../live/read-your-writes.ts';
import { presentInvite } from '../../presenters/team.ts';
import { route } from '../route.ts';

export const invitationRoutes = [
  route({
    method: 'GET',
    path: '/api/invitations/:token',
    action: 'ReadInvitation',
    secretInPath: true,
    summary: 'The content of an invitation.',
    query: nothingSchema,
    answers: { 200: 'InvitationAnswer' },
    async handle({ ctx, params }, deps) {
      const { reads, now } = deps;
      await waitForPosition(ctx, deps, invitations, users);
      const id = createHash('sha256').update(params.token).digest('hex');
      const doc = await reads.get(invitations, id);
      if (doc === null) throw gone();
      const { acceptedBy, teamId, expiresAt } = doc;
      if (acceptedBy === null && Date.parse(expiresAt) <= now().getTime()) throw gone();
      // A person who left the team since then has not "already joined" it.
      const joined = acceptedBy === null ? null : membershipId(teamId, acceptedBy);
      if (joined !== null && (await reads.get(memberships, joined)) === null) throw gone();
      const team = await reads.get(teams, teamId);
      if (team === null) throw gone();
      const person = acceptedBy === null ? null : await reads.get(users, acceptedBy);
      ctx.set('Cache-Control', 'no-store');
      const { principal } = ctx.state;
      const reader = principal ? await reads.get(users, principal.userId) : null;
      return presentInvite(doc, team, { acceptedBy: person, reader });
    },
  }),
];

function gone() {
  return notFound('Invitation not found or expired');
}
