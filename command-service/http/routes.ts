/** Every route of the command side. */

import { Router } from '@koa/router';
import type { RequestState } from '../../infra/http/request-context.ts';
import { identityRoutes } from './account/identities.ts';
import { loginRoutes } from './account/login.ts';
import { connectRoutes } from './account/oauth.ts';
import { sessionRoutes } from './account/sessions.ts';
import { tokenRoutes } from './account/tokens.ts';
import { userRoutes } from './account/user.ts';
import { alertRoutes } from './alerts.ts';
import { bulkRoutes } from './bulk.ts';
import { campaignRoutes } from './campaigns.ts';
import type { CommandDeps } from './deps.ts';
import { importRoutes } from './imports.ts';
import { invitationRoutes } from './invitations.ts';
import { linkRoutes } from './links.ts';
import { shareRoutes } from './shares.ts';
import { statusCheckRoutes } from './status-checks.ts';
import { subscriptionRoutes } from './subscription.ts';
import { teamRoutes } from './teams.ts';
import { trashRoutes } from './trash.ts';

export function commandRoutes(deps: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();
  for (const part of [
    importRoutes,
    bulkRoutes,
    linkRoutes,
    teamRoutes,
    invitationRoutes,
    campaignRoutes,
    trashRoutes,
    userRoutes,
    loginRoutes,
    connectRoutes,
    sessionRoutes,
    identityRoutes,
    tokenRoutes,
    shareRoutes,
    subscriptionRoutes,
    statusCheckRoutes,
    alertRoutes,
  ])
    router.use(part(deps).routes());
  return router;
}
