/** What a person may see. Everything a query answers goes through here. */
import type { Scope } from '../command-service/events.ts';
import type { Role } from '../command-service/policy.ts';
import type { ReadStore } from '../infra/ports.ts';

/** What one person may see, as the views know it. */
export interface Access {
  readonly userId: string;
  /** The scopes whose links the person sees, their own first. */
  readonly scopes: readonly Scope[];
  /** What the person is to a scope. */
  roleIn(scope: Scope): Role;
  /** Whether the person may learn the name behind a user id: their own and those of their teams. */
  knows(userId: string): boolean;
}

/** Reads what `userId` may see now. */
export async function accessOf(_reads: ReadStore, userId: string): Promise<Access> {
  const own: Scope = `user:${userId}`;
  return {
    userId,
    scopes: [own],
    roleIn: (scope) => (scope === own ? 'owner' : 'stranger'),
    knows: (otherId) => otherId === userId,
  };
}

/** The team a scope is; null for a person's own. */
export function teamOf(scope: Scope): string | null {
  return scope.startsWith('team:') ? scope.slice('team:'.length) : null;
}
