/** The scopes of links that are open to a principal. */

import { type Principal, reaches } from '../../infra/ports/process/principal.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { memberships } from '../../projections/views/people/memberships.ts';
import { type Action, allows, isOpenTo } from '../contract/policy.ts';
import { type Scope, teamScope, userScope } from '../contract/scope.ts';

/** The scopes where the principal may do the action: its person's own and those of their teams, within its token's limits. */
export async function visibleScopes(
  reads: Pick<ReadStore, 'find'>,
  principal: Principal,
  action: Action = 'ReadLinks',
): Promise<readonly Scope[]> {
  if (!isOpenTo(principal, action)) return [];
  const { userId } = principal;
  const { rows } = await reads.find(memberships, { where: { userId } });
  const open = rows.filter(({ role }) => allows(action, role));
  const scopes = [userScope(userId), ...open.map(({ teamId }) => teamScope(teamId))];
  return scopes.filter((scope) => reaches(principal, scope));
}
