/** Access to the past: the caller's present scopes, at every moment. */
import type { Scope } from '../../command-service/contract/scope.ts';
import { teamIdOf } from '../../command-service/contract/scope.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { closedScopes } from '../../projections/views/people/closed-scopes.ts';
import { type TeamDoc, teams } from '../../projections/views/people/teams.ts';
import type { Access } from '../access/access.ts';

/** The caller's present scopes, and those of deleted teams whose links they received. */
export async function pastScopes(live: ReadStore, { userId, scopes }: Access): Promise<readonly Scope[]> {
  if (!scopes.includes(`user:${userId}`)) return scopes;
  const { rows } = await live.find(closedScopes, { where: { heir: userId } });
  return [...scopes, ...rows.map(({ id }) => id)];
}

/** The caller's access to a past state: with the present roles, and the teams as they were. */
export async function pastAccess(past: ReadStore, present: Access, scopes: readonly Scope[]): Promise<Access> {
  const inherited = new Set(scopes.filter((scope) => !present.scopes.includes(scope)));
  const ids = scopes.flatMap((scope) => teamIdOf(scope) ?? []);
  const docs = ids.length === 0 ? [] : await past.getMany(teams, ids);
  const people = new Set(docs.flatMap(({ ownerId, members }) => [ownerId, ...members.map(({ userId }) => userId)]));
  return {
    userId: present.userId,
    money: present.money,
    scopes,
    teams: new Map(docs.map((doc): [string, TeamDoc] => [doc.id, doc])),
    roleIn: (scope) => (inherited.has(scope) ? 'owner' : present.roleIn(scope)),
    maySeeName: (userId) => present.maySeeName(userId) || people.has(userId),
  };
}
