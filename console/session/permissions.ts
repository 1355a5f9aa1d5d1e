/** What the signed-in person may do in a team, and why not. */

import { type Action, allows, type Role } from '../../command-service/contract/policy.ts';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { PERSONAL } from '../../query-service/contract/list-options.ts';
import { isPast, usePast } from '../platform/address/as-of.ts';
import { readOnlyReason } from '../platform/api/client.ts';
import { format, messages } from './messages.ts';
import { useTeams } from './my-teams.ts';

function roleIn(team: TeamAnswer): Role {
  return team.role === 'admin' ? 'owner' : team.permission;
}

/** Whether the policy allows an action in a team. No action is allowed while a past day is shown. */
export function isAllowed(action: Action, team: TeamAnswer): boolean {
  return !isPast() && allows(action, roleIn(team));
}

/**
 * Whether the person may read prices and vendors in a list: in their own (`personal`), in that of a team, or, without a
 * team, in any. False while the team is not known yet.
 */
export function useReadsMoney(teamId: string | null | undefined): boolean {
  const isOfTeam = Boolean(teamId) && teamId !== PERSONAL;
  const team = useTeams(isOfTeam)?.find(({ id }) => id === teamId);
  return !isOfTeam || (team !== undefined && allows('ReadMoney', roleIn(team)));
}

/** A team as a choice in a form; it says so and is disabled where the policy denies the action. */
export function teamChoice(action: Action, team: TeamAnswer) {
  const { id: value, name } = team;
  return isAllowed(action, team)
    ? { value, label: name, disabled: false }
    : { value, label: format('viewOnlyTeam', { team: name }), disabled: true };
}

/** Why an action in a team is denied; null if it is allowed. */
export function denialReason(action: Action, team: TeamAnswer): string | null {
  if (isAllowed(action, team)) return null;
  if (isPast()) return readOnlyReason();
  return team.permission === 'view' ? messages.viewOnly : messages.managersOnly;
}

/** Why an action in a team is denied; null if it is allowed, or the team is not known yet: the server decides. */
export function useTeamDenial(action: Action, teamId: string | null | undefined): string | null {
  const past = usePast();
  const team = useTeams(teamId != null)?.find(({ id }) => id === teamId);
  if (past) return readOnlyReason();
  return team === undefined ? null : denialReason(action, team);
}
