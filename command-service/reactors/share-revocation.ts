/**
 * Revokes what is shared of a team that was deleted: its shares answer nothing from that moment, and by being revoked
 * their personal data goes too.
 */
import type { EventMetadata, EventStore } from '../../infra/ports/event-store.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { closedScopes } from '../../projections/views/people/closed-scopes.ts';
import { shares } from '../../projections/views/people/shares.ts';
import { share } from '../deciders/share.ts';
import type { LinkledgerEvent } from '../events.ts';
import { handle } from '../handle.ts';
import { waitForViews } from '../links/scan-links.ts';
import type { Scope } from '../scope.ts';
import { forEachMatching } from './for-each-matching.ts';
import { type FollowerDeps, type Recorded, runReactor } from './run-reactor.ts';

export interface ShareAftermathDeps extends FollowerDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly now: () => Date;
}

/** Follows the log until aborted. */
export function runShareRevocation(deps: ShareAftermathDeps, signal: AbortSignal): Promise<void> {
  const failing = 'the shares of a deleted team cannot be revoked at the moment; trying again';
  return runReactor(deps, { name: 'shares', failing, onEvent: (event) => take(deps, event, signal) }, signal);
}

/** Says whether there was anything to do. */
async function take(deps: ShareAftermathDeps, event: Recorded, signal: AbortSignal): Promise<boolean> {
  const { reads } = deps;
  if (event.type === 'TeamDeleted') {
    await revokeAll(deps, `team:${event.data.teamId}`, event, signal);
    return true;
  }
  if (event.type !== 'ShareCreated') return false;
  // Somebody may still have been sharing while the team was being deleted.
  const { scope } = event.data;
  if (!scope.startsWith('team:') || !(await waitForViews(reads, [closedScopes], event.position, signal))) return false;
  if ((await reads.get(closedScopes, scope)) === null) return false;
  await revokeAll(deps, scope, event, signal);
  return true;
}

async function revokeAll(deps: ShareAftermathDeps, scope: Scope, cause: Recorded, signal: AbortSignal): Promise<void> {
  const { store, now } = deps;
  const metadata: EventMetadata = {
    actor: 'system',
    correlationId: cause.metadata.correlationId,
    causationId: cause.id,
    at: now().toISOString(),
  };
  const revoke = async (shareId: string) =>
    (await handle(store, share, { type: 'RevokeShare', shareId }, metadata)).position;
  const { left } = await forEachMatching(deps, { view: shares, where: { scope } }, cause.position, revoke, signal);
  if (left > 0) throw new Error(`${left} shares of ${scope} are not revoked`);
}
