/** The relay role: announces open checks to the checkers. */
import { announceChecks } from '../../command-service/links/check-orders.ts';
import type { RoleContext, RoleParts } from './role.ts';

/** Starts the role. */
export function startRelay(context: RoleContext): RoleParts {
  const { engine, logger, now, stopping } = context;
  const { views: reads, state, checks } = engine;
  const deps = { feed: context.log(), reads, state, checks, logger, now };
  return { work: [engine.leases.hold('relay', (signal) => announceChecks(deps, signal), stopping)] };
}
