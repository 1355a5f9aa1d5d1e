/** What a person may see. Every answer of a query depends on it. */

import { type Action, allows, isOpenTo, type Role } from '../../command-service/contract/policy.ts';
import type { Scope } from '../../command-service/contract/scope.ts';
import { type Principal, reaches } from '../../infra/ports/process/principal.ts';
import type { ReadStore, ViewRef } from '../../infra/ports/storage/read-store.ts';
import { type MembershipDoc, memberships } from '../../projections/views/people/memberships.ts';
import { type TeamDoc, teams } from '../../projections/views/people/teams.ts';

/** What one person may see, according to the views. */
export interface Access {
  readonly userId: string;
  /** The scopes whose links the person sees, their own first. */
  readonly scopes: readonly Scope[];
  /** The person's teams, including owned ones, by id. */
  readonly teams: ReadonlyMap<string, TeamDoc>;
  /** Whether prices, vendors and order numbers are open: false only for an API token without them. */
  readonly money: boolean;
  /** The person's role in a scope. */
  roleIn(scope: Scope): Role;
  /** Whether the person may learn the name behind a user id: their own, or that of a teammate. */
  maySeeName(userId: string): boolean;
}

/** Whether the policy allows an action in a scope to the person, and to their API token. */
export function may(access: Pick<Access, 'roleIn' | 'money'>, action: Action, scope: Scope): boolean {
  return isOpenTo(access, action) && allows(action, access.roleIn(scope));
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
  const teamsById = new Map(docs.map((doc) => [doc.id, doc]));
  const roles = new Map<Scope, Role>(ownScope(principal).map((scope) => [scope, 'owner']));
  // The two views may differ for a moment: a team that only one of them has is not visible.
  for (const { teamId, role } of rows) if (teamsById.has(teamId)) roles.set(`team:${teamId}`, role);
  const people = new Set([
    userId,
    ...docs.flatMap(({ ownerId, members }) => [ownerId, ...members.map((each) => each.userId)]),
  ]);
  return {
    userId,
    scopes: [...roles.keys()],
    teams: teamsById,
    money: principal.money,
    roleIn: (scope) => roles.get(scope) ?? 'stranger',
    maySeeName: (otherId) => people.has(otherId),
  };
}

/** The scopes whose changes the principal follows: the visible ones, and teams that are not in the other view yet. */
export async function followedScopes(reads: ReadStore, principal: Principal): Promise<readonly Scope[]> {
  const rows = await membershipsOf(reads, principal);
  return [...ownScope(principal), ...rows.map(({ teamId }): Scope => `team:${teamId}`)];
}

/** Empty for an API token that is limited to a team. */
function ownScope(principal: Principal): readonly Scope[] {
  const scope: Scope = `user:${principal.userId}`;
  return reaches(principal, scope) ? [scope] : [];
}

async function membershipsOf(reads: ReadStore, principal: Principal): Promise<readonly MembershipDoc[]> {
  const { rows } = await reads.find(memberships, { where: { userId: principal.userId } });
  return rows.filter(({ teamId }) => reaches(principal, `team:${teamId}`));
}

/** The id of the team behind a scope; null for a person's own scope. */
export function teamIdOf(scope: Scope): string | null {
  return scope.startsWith('team:') ? scope.slice('team:'.length) : null;
}
