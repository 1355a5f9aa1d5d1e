/** POST /api/invitations/{token}/accept. */
import { Router } from '@koa/router';
import { notFound } from '../../infra/http/problem.ts';
import { type RequestState, requireUser } from '../../infra/http/request-context.ts';
import { invitations } from '../../projections/views/people/invitations.ts';
import { authorize } from '../authorize.ts';
import { team } from '../deciders/team.ts';
import { user, streamOf as userStreamOf } from '../deciders/user.ts';
import { handle, load } from '../handle.ts';
import { seen } from '../links/scan-links.ts';
import { invitationIdOf } from '../mail/invitation-mail.ts';
import type { CommandDeps } from './deps.ts';
import { metadataOf, setPosition } from './request.ts';

/** How long the view is waited for that does not know an invitation yet. */
const PATIENCE_MS = 2_000;

export function invitationRoutes(deps: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();

  router.post('/api/invitations/:token/accept', async (ctx) => {
    const userId = requireUser(ctx);
    authorize('AcceptInvitation', 'stranger');
    const invitationId = invitationIdOf(ctx.params.token ?? '');
    // The view only says which team it is; whether it can be accepted is decided on the team's own events.
    const known = () => deps.reads.get(invitations, invitationId);
    const doc = (await known()) ?? (await caughtUp(deps).then(known));
    if (doc === null) throw notFound('Invitation not found or expired');
    const { teamId } = doc;
    const { state } = await load(deps.store, user, userStreamOf(userId));
    const email = state.standing === 'active' ? state.email : '';
    const metadata = metadataOf(ctx, userId, deps.now);
    const accepted = await handle(
      deps.store,
      team,
      { type: 'AcceptInvitation', teamId, invitationId, userId, email, at: metadata.at },
      metadata,
    );
    setPosition(ctx, accepted.position);
    ctx.body = { teamId };
  });

  return router;
}

/** Waits until the view has seen what was written by now: an invitation may have gone out a moment ago. */
async function caughtUp({ reads, feed }: CommandDeps): Promise<void> {
  await seen(reads, [invitations], await feed.head(), AbortSignal.timeout(PATIENCE_MS));
}
