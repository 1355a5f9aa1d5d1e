/** The policy table applied: from a person and a scope to yes, 403 or 404. */
import { reaches } from '../infra/http/auth/grant.ts';
import type { EventStore } from '../infra/ports/event-store.ts';
import { streamOf, type TeamState, team } from './deciders/team.ts';
import { DomainError } from './errors.ts';
import type { LinkledgerEvent } from './events.ts';
import { load } from './handle.ts';
import { type Action, allows, type Role, VIEWERS } from './policy.ts';
import type { Scope } from './scope.ts';

/**
 * What `userId` is to a scope now, as the log has it. A person's own scope is theirs alone; what the API token of the
 * request does not reach is a stranger's.
 */
export async function roleIn(store: EventStore<LinkledgerEvent>, scope: Scope, userId: string): Promise<Role> {
  if (!reaches(scope)) return 'stranger';
  if (!scope.startsWith('team:')) return scope === `user:${userId}` ? 'owner' : 'stranger';
  const teamId = scope.slice('team:'.length);
  return roleOf(teamId, (await load(store, team, streamOf(teamId))).state, userId);
}

/** What `userId` is to a team, as `roleIn` says it. In one that was deleted nobody is anything. */
export function roleOf(teamId: string, state: TeamState, userId: string): Role {
  if (state.place !== 'active' || !reaches(`team:${teamId}`)) return 'stranger';
  return state.ownerId === userId ? 'owner' : (state.members.get(userId) ?? 'stranger');
}

/**
 * Lets an action through, or refuses it.
 * @throws Refusal `not-found` to who may not know of the thing, `forbidden` to who may see it but not do this.
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
