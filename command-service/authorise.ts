/** The policy table applied: from a person and a scope to yes, 403 or 404. */
import { Refusal } from './errors.ts';
import type { Scope } from './events.ts';
import { type Action, MAY_SEE, POLICY, type Role } from './policy.ts';

/** What `userId` is to a scope. A person's own scope is theirs alone. */
export function roleIn(scope: Scope, userId: string): Role {
  return scope === `user:${userId}` ? 'owner' : 'stranger';
}

/**
 * Lets an action through, or refuses it.
 * @throws Refusal `not-found` to who may not know of the thing, `forbidden` to who may see it but not do this.
 */
export function authorise(action: Action, role: Role): void {
  const allowed: readonly Role[] = POLICY[action];
  if (allowed.includes(role)) return;
  if (MAY_SEE.includes(role)) {
    throw new Refusal('forbidden', 'forbidden', 'You may look at this, but not change it. Ask the team’s owner.');
  }
  throw new Refusal('not-found', 'not-found', 'There is nothing at this address, or you may not see it.');
}
