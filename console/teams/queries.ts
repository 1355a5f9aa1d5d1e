/** The teams one sees, and what one may do in them. */
import useSWR from 'swr';
import { type Action, allows, type Role } from '../../command-service/policy.ts';
import type { ClientAnswer } from '../../query-service/contract/answers/campaigns.ts';
import type { MembersAnswer, PersonAnswer, TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { type ApiError, get, list, type Page } from '../platform/api/client.ts';
import { messages } from './messages.ts';

export type TeamTab = 'my' | 'joined';

/** @param wanted else nothing is read: a list asks in each of its rows, and most are of no team. */
export function useTeamsOf(tab: TeamTab, wanted = true) {
  return useSWR<Page<TeamAnswer>, ApiError>(wanted ? `/api/teams/${tab}` : null, list<TeamAnswer>);
}

/** All teams one sees, one's own first; undefined while they are not known, or not wanted. */
export function useTeams(wanted = true): readonly TeamAnswer[] | undefined {
  const { data: my } = useTeamsOf('my', wanted);
  const { data: joined } = useTeamsOf('joined', wanted);
  return my === undefined || joined === undefined ? undefined : [...my.rows, ...joined.rows];
}

/** Why they could not be read, and the way to try again; null where nothing failed. */
export function useTeamsFailure(): { readonly message: string; readonly retry: () => void } | null {
  const failed = [useTeamsOf('my'), useTeamsOf('joined')].filter(
    ({ data, error }) => data === undefined && error !== undefined,
  );
  const [first] = failed;
  if (first === undefined) return null;
  return {
    message: first.error?.message ?? '',
    retry: () => {
      for (const { mutate } of failed) void mutate();
    },
  };
}

export function teamUrl(id: string): string {
  return `/api/teams/${encodeURIComponent(id)}`;
}

/** The address of a team's screen. */
export function teamPath(id: string): string {
  return `/teams/${encodeURIComponent(id)}`;
}

export function useTeam(id: string) {
  return useSWR<TeamAnswer, ApiError>(teamUrl(id), get<TeamAnswer>);
}

export function useMembers(id: string) {
  return useSWR<MembersAnswer, ApiError>(`${teamUrl(id)}/members`, get<MembersAnswer>);
}

export function useTeamClients(id: string) {
  return useSWR<Page<ClientAnswer>, ApiError>(`${teamUrl(id)}/clients`, list<ClientAnswer>);
}

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

/** Everyone in a team, its owner first. */
export function peopleOf(team: TeamAnswer): readonly PersonAnswer[] {
  return [team.owner, ...team.members.map(({ userId, user }) => ({ id: userId, ...user }))];
}
