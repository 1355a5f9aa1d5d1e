/** The policy table applied: from a person and a scope to yes, 403 or 404. */
import type { EventStore } from '../infra/ports.ts';
import { Refusal } from './errors.ts';
import type { LinkledgerEvent, Scope } from './events.ts';
import { type Action, allows, MAY_SEE, type Role } from './policy.ts';

/** What `userId` is to a scope now, as the log has it. A person's own scope is theirs alone. */
export async function roleIn(_store: EventStore<LinkledgerEvent>, scope: Scope, userId: string): Promise<Role> {
  return scope === `user:${userId}` ? 'owner' : 'stranger';
}

/**
 * Lets an action through, or refuses it.
 * @throws Refusal `not-found` to who may not know of the thing, `forbidden` to who may see it but not do this.
 */
export function authorise(action: Action, role: Role): void {
  if (allows(action, role)) return;
  if (isMember(role)) {
    throw new Refusal('forbidden', 'forbidden', 'You may look at this, but not change it. Ask the team’s owner.');
  }
  throw new Refusal('not-found', 'not-found', 'There is nothing at this address, or you may not see it.');
}

function isMember(role: Role): boolean {
  const members: readonly Role[] = MAY_SEE;
  return members.includes(role);
}
