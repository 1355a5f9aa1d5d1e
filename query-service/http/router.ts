/** Every GET of the product's data, as one router. */
import { Router } from '@koa/router';
import type { RequestState } from '../../infra/http/request-context.ts';
import type { QueryDeps } from '../deps.ts';
import { userRoutes } from './account.ts';
import { alertRoutes } from './alerts.ts';
import { campaignRoutes } from './campaigns.ts';
import { clientRoutes } from './clients.ts';
import { evidenceRoutes } from './evidence.ts';
import { exportRoutes } from './export.ts';
import { identityRoutes } from './identities.ts';
import { invitationRoutes } from './invitations.ts';
import { bulkRoutes } from './jobs.ts';
import { linkRoutes } from './links.ts';
import { sessionRoutes } from './sessions.ts';
import { shareRoutes } from './shares.ts';
import { statsRoutes } from './stats.ts';
import { statusCheckRoutes } from './status-checks.ts';
import { streamRoutes } from './stream.ts';
import { subscriptionRoutes } from './subscription.ts';
import { tagRoutes } from './tags.ts';
import { teamRoutes } from './teams.ts';
import { tokenRoutes } from './tokens.ts';
import { trashRoutes } from './trash.ts';

export function queryRouter(deps: QueryDeps): Router<RequestState> {
  const router = new Router<RequestState>();
  userRoutes(router, deps);
  sessionRoutes(router, deps);
  identityRoutes(router, deps);
  tokenRoutes(router, deps);
  // Before the links: to them, `export` would be the id of one.
  exportRoutes(router, deps);
  bulkRoutes(router, deps);
  linkRoutes(router, deps);
  tagRoutes(router, deps);
  evidenceRoutes(router, deps);
  clientRoutes(router, deps);
  campaignRoutes(router, deps);
  statsRoutes(router, deps);
  trashRoutes(router, deps);
  shareRoutes(router, deps);
  teamRoutes(router, deps);
  invitationRoutes(router, deps);
  subscriptionRoutes(router, deps);
  statusCheckRoutes(router, deps);
  alertRoutes(router, deps);
  streamRoutes(router, deps);
  return router;
}
