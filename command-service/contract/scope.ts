/** A scope: the one person or the one team that a link, a campaign or a share belongs to. It decides who sees the item. */

export type Scope = `user:${string}` | `team:${string}`;

/** The scope of a team's items. */
export const teamScope = (teamId: string): `team:${string}` => `team:${teamId}`;

/** The scope of a person's own items. */
export const userScope = (userId: string): `user:${string}` => `user:${userId}`;

/** The scope that a request names: the team's, or the person's own without a team. */
export const scopeOf = (userId: string, teamId: string | null): Scope =>
  teamId === null ? userScope(userId) : teamScope(teamId);

/** The scope that a path names: `personal` or a team's id. */
export const listScope = (userId: string, list: string): Scope => scopeOf(userId, list === 'personal' ? null : list);

/** The team's id; null for any other scope. */
export const teamIdOf = (scope: string): string | null => idAfter('team:', scope);

/** The person's id; null for any other scope. */
export const userIdOf = (scope: string): string | null => idAfter('user:', scope);

function idAfter(prefix: string, scope: string): string | null {
  return scope.startsWith(prefix) ? scope.slice(prefix.length) : null;
}
