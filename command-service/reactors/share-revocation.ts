/** Revokes the shares of a deleted team, and deletes its reports. From then on their pages show nothing, and their personal data is erased. */
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { closedScopes } from '../../projections/views/people/closed-scopes.ts';
import { shares } from '../../projections/views/people/shares.ts';
import { reports } from '../../projections/views/reports/reports.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { type Scope, teamIdOf, teamScope } from '../contract/scope.ts';
import { handle } from '../core/handle.ts';
import { waitForViews } from '../links/wait-for-views.ts';
import { report } from '../model/report/decider.ts';
import { share } from '../model/share/decider.ts';
import { forEachMatching } from './for-each-matching.ts';
import type { Reaction, Reactor, ReactorDeps, Recorded } from './run-reactor.ts';

interface ShareRevocationDeps extends ReactorDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
}

export function shareRevocation(deps: ShareRevocationDeps): Reactor {
  return {
    name: 'shares',
    failing: 'could not revoke the shares and delete the reports of a deleted team; trying again',
    handlers: {
      async TeamDeleted(event, reaction) {
        await revokeAll(deps, teamScope(event.data.teamId), event, reaction);
        return true;
      },
      ReportDefined: (event, reaction) => cameTo(deps, event.data.scope, event, reaction),
      // A share may have come to the team while it was being deleted.
      ShareCreated: (event, reaction) => cameTo(deps, event.data.scope, event, reaction),
      ShareEdited: (event, reaction) => cameTo(deps, event.data.changes.scope?.to, event, reaction),
    },
  };
}

async function cameTo(deps: ShareRevocationDeps, scope: Scope | undefined, event: Recorded, reaction: Reaction) {
  if (scope === undefined || teamIdOf(scope) === null) return false;
  if (!(await waitForViews(deps.reads, [closedScopes], event.position, reaction.signal))) return false;
  if ((await deps.reads.get(closedScopes, scope)) === null) return false;
  await revokeAll(deps, scope, event, reaction);
  return true;
}

async function revokeAll(
  deps: ShareRevocationDeps,
  scope: Scope,
  { position }: Recorded,
  { signal, metadata }: Reaction,
): Promise<void> {
  const revoke = async (shareId: string) =>
    (await handle(deps.store, share, { type: 'RevokeShare', shareId }, metadata())).position;
  const remove = async (reportId: string) =>
    (await handle(deps.store, report, { type: 'DeleteReport', reportId }, metadata())).position;
  const revoked = await forEachMatching(deps, { view: shares, where: { scope } }, position, revoke, signal);
  const deleted = await forEachMatching(deps, { view: reports, where: { scope } }, position, remove, signal);
  if (revoked.left > 0) throw new Error(`${revoked.left} shares of ${scope} are not revoked`);
  if (deleted.left > 0) throw new Error(`${deleted.left} reports of ${scope} are not deleted`);
}
