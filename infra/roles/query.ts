/** The query role: answers GET from the views. */
import { queryRoutes } from '../../query-service/http/routes.ts';
import { mount } from '../http/router.ts';
import type { RoleContext, RoleParts } from './role.ts';

/** Starts the role. */
export function startQuery(context: RoleContext): RoleParts {
  const { config, engine, publicUrl, now, stopping } = context;
  const { views: reads, values, state, blobs } = engine;
  return {
    endpoints: mount(queryRoutes, {
      ...{ reads, blobs, now, stopping, alertMarks: state, tokenUses: state },
      changes: context.changes(),
      sharing: { expiring: values, viewCounts: state, passwords: context.passwords(), publicUrl },
      sessions: context.sessions(),
      providers: config.providers,
    }),
  };
}
