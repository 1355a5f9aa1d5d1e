/** What a person may see. Everything a query answers goes through here. */
import type { Scope } from '../command-service/events.ts';

/** The scopes whose links a person sees, their own first. */
export function scopesOf(userId: string): readonly Scope[] {
  return [`user:${userId}`];
}

/** Whether a person may see what belongs to `scope`. */
export function maySee(userId: string, scope: Scope): boolean {
  return scopesOf(userId).includes(scope);
}

/** Whether a person may learn the name behind a user id that somebody wrote into a link. */
export function mayKnow(userId: string, otherId: string): boolean {
  return userId === otherId;
}
