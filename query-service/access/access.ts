/** What a person may see. Everything a query answers goes through here. */

import type { Role } from '../../command-service/contract/policy.ts';
import type { Scope } from '../../command-service/contract/scope.ts';
import { type Principal, reaches } from '../../infra/ports/process/principal.ts';
import type { ReadStore, ViewRef } from '../../infra/ports/storage/read-store.ts';
import { type MembershipDoc, memberships } from '../../projections/views/people/memberships.ts';
import { type TeamDoc, teams } from '../../projections/views/people/teams.ts';

/** What one person may see, as the views know it. */
export interface Access {
  readonly userId: string;
  /** The scopes whose links the person sees, their own first. */
  readonly scopes: readonly Scope[];
  /** The teams the person is in, owned ones among them, by id. */
  readonly teams: ReadonlyMap<string, TeamDoc>;
  /** What the person is to a scope. */
  roleIn(scope: Scope): Role;
  /** Whether the person may learn the name behind a user id: their own and those of their teams. */
  maySeeName(userId: string): boolean;
}

/** The views that `accessOf` reads. */
export const ACCESS_VIEWS: readonly ViewRef[] = [memberships, teams];

/** Reads what the principal may see now: what its person sees, within the reach of its API token. */
export async function accessOf(reads: ReadStore, principal: Principal): Promise<Access> {
  const { userId } = principal;
  const rows = await membershipsOf(reads, principal);
  const docs =
    rows.length === 0
      ? []
      : await reads.getMany(
          teams,
          rows.map(({ teamId }) => teamId),
        );
  const known = new Map(docs.map((doc) => [doc.id, doc]));
  const roles = new Map<Scope, Role>(ownScope(principal).map((scope) => [scope, 'owner']));
  // The two views may be a moment apart: a team that only one of them has is not visible.
  for (const { teamId, role } of rows) if (known.has(teamId)) roles.set(`team:${teamId}`, role);
  const people = new Set([
    userId,
    ...docs.flatMap(({ ownerId, members }) => [ownerId, ...members.map((each) => each.userId)]),
  ]);
  return {
    userId,
    scopes: [...roles.keys()],
    teams: known,
    roleIn: (scope) => roles.get(scope) ?? 'stranger',
    maySeeName: (otherId) => people.has(otherId),
  };
}

/** The scopes whose changes the principal follows: those it sees, and teams that the other view does not know yet. */
export async function followedScopes(reads: ReadStore, principal: Principal): Promise<readonly Scope[]> {
  const rows = await membershipsOf(reads, principal);
  return [...ownScope(principal), ...rows.map(({ teamId }): Scope => `team:${teamId}`)];
}

/** Empty for an API token that does not reach it. */
function ownScope(principal: Principal): readonly Scope[] {
  const scope: Scope = `user:${principal.userId}`;
  return reaches(principal, scope) ? [scope] : [];
}

async function membershipsOf(reads: ReadStore, principal: Principal): Promise<readonly MembershipDoc[]> {
  const { rows } = await reads.find(memberships, { where: { userId: principal.userId } });
  return rows.filter(({ teamId }) => reaches(principal, `team:${teamId}`));
}

/** The team a scope is; null for a person's own. */
export function teamIdOf(scope: Scope): string | null {
  return scope.startsWith('team:') ? scope.slice('team:'.length) : null;
}
