/** Every GET of the product's data, as one router. */
import { Router } from '@koa/router';
import type { RequestState } from '../infra/http/context.ts';
import type { QueryDeps } from './deps.ts';
import { alertRoutes } from './routes/alerts.ts';
import { bulkRoutes } from './routes/bulk.ts';
import { campaignRoutes } from './routes/campaigns.ts';
import { clientRoutes } from './routes/clients.ts';
import { evidenceRoutes } from './routes/evidence.ts';
import { exportRoutes } from './routes/export.ts';
import { identityRoutes } from './routes/identities.ts';
import { invitationRoutes } from './routes/invitations.ts';
import { linkRoutes } from './routes/links.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { shareRoutes } from './routes/shares.ts';
import { statsRoutes } from './routes/stats.ts';
import { statusCheckRoutes } from './routes/status-checks.ts';
import { streamRoutes } from './routes/stream.ts';
import { subscriptionRoutes } from './routes/subscription.ts';
import { tagRoutes } from './routes/tags.ts';
import { teamRoutes } from './routes/teams.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { trashRoutes } from './routes/trash.ts';
import { userRoutes } from './routes/users.ts';

export function queryRoutes(deps: QueryDeps): Router<RequestState> {
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
