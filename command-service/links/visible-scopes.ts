/** The scopes whose links a principal sees. */

import { type Principal, reaches } from '../../infra/ports/process/principal.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { memberships } from '../../projections/views/people/memberships.ts';
import { type Scope, teamScope, userScope } from '../contract/scope.ts';

/** The scopes whose links the principal sees: its person's own and those of their teams, within its token's limits. */
export async function visibleScopes(reads: Pick<ReadStore, 'find'>, principal: Principal): Promise<readonly Scope[]> {
  const { userId } = principal;
  const { rows } = await reads.find(memberships, { where: { userId } });
  const scopes = [userScope(userId), ...rows.map(({ teamId }) => teamScope(teamId))];
  return scopes.filter((scope) => reaches(principal, scope));
}
