/** The relay role: announces open checks to the checkers, and publishes statuses of links. */
import { announceChecks } from '../../../command-service/checks/check-orders.ts';
import { linkStatus } from '../../../command-service/reactors/link-status.ts';
import { runReactor } from '../../../command-service/reactors/run-reactor.ts';
import type { RoleContext, RoleParts } from '../parts/role.ts';

/** Starts the role. */
export function startRelay(context: RoleContext): RoleParts {
  const { engine, logger, now, stopping } = context;
  const { views: reads, state, checks, checkpoints, leases, linkStatus: topic } = engine;
  const deps = { feed: context.log(), logger, now };
  return {
    work: [
      leases.hold('relay', (signal) => announceChecks({ ...deps, reads, state, checks }, signal), stopping),
      ...(topic === null ? [] : [runReactor({ ...deps, checkpoints, leases }, linkStatus(topic), stopping)]),
    ],
  };
}
