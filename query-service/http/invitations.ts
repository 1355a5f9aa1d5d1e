/** GET /api/invitations/{token}: what the invite page shows, also to signed-out visitors. */
import { createHash } from 'node:crypto';
import type { Router } from '@koa/router';
import { allows } from '../../command-service/policy.ts';
import { notFound } from '../../infra/http/problem.ts';
import type { RequestState } from '../../infra/http/request-context.ts';
import { invitations } from '../../projections/views/people/invitations.ts';
import { membershipId, memberships } from '../../projections/views/people/memberships.ts';
import { teams } from '../../projections/views/people/teams.ts';
import { users } from '../../projections/views/people/users.ts';
import { nothingSchema } from '../contract/queries.ts';
import type { QueryDeps } from '../deps.ts';
import { parseQuery } from '../lists/query-params.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { presentInvite } from '../presenters/team.ts';

export function invitationRoutes(router: Router<RequestState>, deps: QueryDeps): void {
  const { reads, now } = deps;

  router.get('/api/invitations/:token', async (ctx) => {
    if (!allows('ReadInvitation', ctx.state.principal === null ? 'signed-out' : 'stranger')) throw gone();
    parseQuery(nothingSchema, ctx.query);
    await waitForPosition(ctx, deps, invitations, users);
    const id = createHash('sha256')
      .update(ctx.params.token ?? '')
      .digest('hex');
    const doc = await reads.get(invitations, id);
    if (doc === null) throw gone();
    const { acceptedBy, teamId, expiresAt } = doc;
    if (acceptedBy === null && Date.parse(expiresAt) <= now().getTime()) throw gone();
    // Who was in the team and went did not "already join".
    const joined = acceptedBy === null ? null : membershipId(teamId, acceptedBy);
    if (joined !== null && (await reads.get(memberships, joined)) === null) throw gone();
    const team = await reads.get(teams, teamId);
    if (team === null) throw gone();
    const person = acceptedBy === null ? null : await reads.get(users, acceptedBy);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = presentInvite(doc, team, person);
  });
}

function gone() {
  return notFound('Invitation not found or expired');
}
