/** What the person who is signed in may do, and why not. */

import { type Action, allows, type Role } from '../../command-service/policy.ts';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { messages } from './messages.ts';
import { useTeams } from './my-teams.ts';

function roleIn(team: TeamAnswer): Role {
  return team.role === 'admin' ? 'owner' : team.permission;
}

/** Whether the policy opens an action in a team to whoever is signed in. */
export function isAllowed(action: Action, team: TeamAnswer): boolean {
  return allows(action, roleIn(team));
}

/** Why an action in a team is closed to whoever is signed in; null: it is open. */
export function denialReason(action: Action, team: TeamAnswer): string | null {
  if (isAllowed(action, team)) return null;
  return team.permission === 'view' ? messages.viewOnly : messages.managersOnly;
}

/** Why links of a team may not be changed; null where they may, or nothing is known yet: the server has the last word. */
export function useEditDenialReason(teamId: string | null): string | null {
  const team = useTeams(teamId !== null)?.find(({ id }) => id === teamId);
  return team === undefined ? null : denialReason('EditLink', team);
}

/** Why an action is closed to whoever is signed in; null where it is open, or the team is not known yet. */
export function useCampaignDenialReason(action: Action, teamId: string | null | undefined): string | null {
  const team = useTeams()?.find(({ id }) => id === teamId);
  return team === undefined ? null : denialReason(action, team);
}
