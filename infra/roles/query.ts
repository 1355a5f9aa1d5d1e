/** The query role: answers GET from the views. */
import { queryProblem } from '../../query-service/http/problems.ts';
import { queryRouter } from '../../query-service/http/router.ts';
import type { RoleContext, RoleParts } from './role.ts';

/** Starts the role. */
export function startQuery(context: RoleContext): RoleParts {
  const { config, engine, publicUrl, now, stopping } = context;
  const { views: reads, values, state, blobs } = engine;
  return {
    routers: [
      queryRouter({
        ...{ reads, blobs, now, stopping, alertMarks: state, tokenUses: state },
        changes: context.changes(),
        sharing: { expiring: values, viewCounts: state, passwords: context.passwords(), publicUrl },
        sessions: context.sessions(),
        providers: config.providers,
      }),
    ],
    errorMappers: [queryProblem],
  };
}
