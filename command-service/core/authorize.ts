/** Applies the policy table: from a principal and a scope to permission, `forbidden` or `not-found`. */

import { type Principal, reaches } from '../../infra/ports/process/principal.ts';
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { type Action, allows, type Role, VIEWERS } from '../contract/policy.ts';
import type { Scope } from '../contract/scope.ts';
import { streamOf, type TeamState, team } from '../model/team/decider.ts';
import { hasExpired, token, streamOf as tokenStreamOf } from '../model/token/decider.ts';
import { user, streamOf as userStreamOf } from '../model/user/decider.ts';
import { DomainError } from './errors.ts';
import { load } from './handle.ts';

/**
 * The principal's role in a scope now, read from the log. A person's own scope has no other members; outside its API
 * token's scope the principal is a stranger.
 */
export async function roleIn(store: EventStore<LinkledgerEvent>, scope: Scope, principal: Principal): Promise<Role> {
  if (!reaches(principal, scope)) return 'stranger';
  if (!scope.startsWith('team:')) return scope === `user:${principal.userId}` ? 'owner' : 'stranger';
  const teamId = scope.slice('team:'.length);
  return roleOf(teamId, (await load(store, team, streamOf(teamId))).state, principal);
}

interface StandingDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly now: () => Date;
}

/** Whether the principal of a job still may do this: its account, role or token may have ended since the job started. */
export async function isStillAllowed(
  deps: StandingDeps,
  action: Action,
  scope: Scope,
  principal: Principal,
): Promise<boolean> {
  try {
    await requireStanding(deps, principal);
    return allows(action, await roleIn(deps.store, scope, principal));
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/** @throws DomainError `not-found` if the account was deleted, `forbidden` if the token was revoked or has expired. */
export async function requireStanding({ store, now }: StandingDeps, { userId, tokenId }: Principal): Promise<void> {
  const { state } = await load(store, user, userStreamOf(userId));
  if (state.status === 'deleted') throw new DomainError('not-found', 'not-found', 'This account was deleted.');
  if (tokenId === null) return;
  const { state: ofToken } = await load(store, token, tokenStreamOf(tokenId));
  if (ofToken.status === 'active' && !hasExpired(ofToken, now())) return;
  throw new DomainError('forbidden', 'forbidden', 'The API token that started this was revoked or has expired.');
}

/** The principal's role in a team whose state is known. In a deleted team everybody is a stranger. */
export function roleOf(teamId: string, state: TeamState, principal: Principal): Role {
  if (state.status !== 'active' || !reaches(principal, `team:${teamId}`)) return 'stranger';
  const { userId } = principal;
  return state.ownerId === userId ? 'owner' : (state.members.get(userId) ?? 'stranger');
}

/**
 * Allows an action, or refuses it.
 * @throws DomainError `not-found` if the caller may not see the thing, `forbidden` if they may see it but not do this.
 */
export function authorize(action: Action, role: Role): void {
  if (allows(action, role)) return;
  if (isMember(role)) {
    throw new DomainError(
      'forbidden',
      'forbidden',
      'Your permission in this team does not allow that. Ask the team’s owner.',
    );
  }
  throw new DomainError('not-found', 'not-found', 'There is nothing at this address, or you may not see it.');
}

function isMember(role: Role): boolean {
  const members: readonly Role[] = VIEWERS;
  return members.includes(role);
}
