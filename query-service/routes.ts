/** Every GET of the product's data, as one router. */
import { Router } from '@koa/router';
import type { RequestState } from '../infra/http/context.ts';
import type { QueryDeps } from './deps.ts';
import { evidenceRoutes } from './routes/evidence.ts';
import { linkRoutes } from './routes/links.ts';
import { statsRoutes } from './routes/stats.ts';
import { streamRoutes } from './routes/stream.ts';
import { trashRoutes } from './routes/trash.ts';
import { userRoutes } from './routes/users.ts';

export function queryRoutes(deps: QueryDeps): Router<RequestState> {
  const router = new Router<RequestState>();
  userRoutes(router, deps);
  linkRoutes(router, deps);
  evidenceRoutes(router, deps);
  statsRoutes(router, deps);
  trashRoutes(router, deps);
  streamRoutes(router, deps);
  return router;
}
