/** Every route of every role: they share one origin, so one document describes them all. */
import { accountRoutes } from '../../../command-service/http/account/routes.ts';
import { commandRoutes } from '../../../command-service/http/routes.ts';
import { queryRoutes } from '../../../query-service/http/routes.ts';
import { openApiRoutes } from '../../http/openapi/document.ts';
import type { RouteFacts } from '../../http/request/route-facts.ts';
import { healthRoutes } from '../../observability/health.ts';

export const allRoutes: readonly RouteFacts[] = [
  ...queryRoutes,
  ...commandRoutes,
  ...accountRoutes,
  ...healthRoutes,
  ...openApiRoutes,
];
