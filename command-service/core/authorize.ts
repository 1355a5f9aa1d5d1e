/** Applies the policy table: from a principal and a scope to permission, `forbidden` or `not-found`. */

import { type Principal, reaches } from '../../infra/ports/process/principal.ts';
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { type Action, allows, type Role, VIEWERS } from '../contract/policy.ts';
import type { Scope } from '../contract/scope.ts';
import { streamOf, type TeamState, team } from '../model/team/decider.ts';
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

/**
 * Allows an action in a scope to the person of a job, whose account or role may have ended since it started.
 * @throws DomainError like `authorize`; `not-found` also for a deleted account.
 */
export async function authorizeJob(
  store: EventStore<LinkledgerEvent>,
  action: Action,
  scope: Scope,
  principal: Principal,
): Promise<void> {
  await requireAccount(store, principal.userId);
  authorize(action, await roleIn(store, scope, principal));
}

/** @throws DomainError `not-found` if the account was deleted. */
export async function requireAccount(store: EventStore<LinkledgerEvent>, userId: string): Promise<void> {
  const { state } = await load(store, user, userStreamOf(userId));
  if (state.status === 'deleted') throw new DomainError('not-found', 'not-found', 'This account was deleted.');
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
