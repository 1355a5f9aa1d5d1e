/** POST /api/invitations/{token}/accept. */

import { notFound } from '../../../infra/http/request/problem.ts';
import { BusyError } from '../../../infra/ports/storage/errors.ts';
import { invitations } from '../../../projections/views/people/invitations.ts';
import { handle, load } from '../../core/handle.ts';
import { waitForHead } from '../../links/wait-for-views.ts';
import { invitationIdOf } from '../../mail/invitation-mail.ts';
import { team } from '../../model/team/decider.ts';
import { user, streamOf as userStreamOf } from '../../model/user/decider.ts';
import { metadataOf, setAccessPosition } from '../request.ts';
import { route } from '../route.ts';

export const invitationRoutes = [
  route({
    method: 'POST',
    path: '/api/invitations/:token/accept',
    action: 'AcceptInvitation',
    onSelf: true,
    secretInPath: true,
    summary: 'Accepts an invitation to a team.',
    answers: { 200: 'JoinedTeamAnswer' },
    errorStatuses: [503],
    async handle({ ctx, principal, params }, deps) {
      const { userId } = principal;
      const invitationId = invitationIdOf(params.token);
      // The view only finds the team; the team's own events decide whether the invitation can be accepted.
      const findInvitation = () => deps.reads.get(invitations, invitationId);
      // The invitation may have been sent a moment ago.
      const isSeen = (await findInvitation()) !== null || (await waitForHead(deps, [invitations]));
      const doc = await findInvitation();
      if (doc === null && !isSeen)
        throw new BusyError('We cannot find this invitation yet. Please try again in a moment.');
      if (doc === null) throw notFound('Invitation not found or expired');
      const { teamId } = doc;
      const { state } = await load(deps.store, user, userStreamOf(userId));
      const { email, formerEmails } = state.status === 'active' ? state : { email: '', formerEmails: [] };
      const metadata = metadataOf(ctx, userId, deps.now);
      const accepted = await handle(
        deps.store,
        team,
        { type: 'AcceptInvitation', teamId, invitationId, userId, email, formerEmails, at: metadata.at },
        metadata,
      );
      await setAccessPosition(ctx, deps, accepted.position);
      return { teamId };
    },
  }),
];
