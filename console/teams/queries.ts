/** A team, its members and its invitations. */
import useSWR from 'swr';
import type { MembersAnswer, PersonAnswer, TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { type ApiError, get } from '../platform/api/client.ts';

export function teamUrl(id: string): string {
  return `/api/teams/${encodeURIComponent(id)}`;
}

export function useTeam(id: string) {
  return useSWR<TeamAnswer, ApiError>(teamUrl(id), get<TeamAnswer>);
}

export function useMembers(id: string) {
  return useSWR<MembersAnswer, ApiError>(`${teamUrl(id)}/members`, get<MembersAnswer>);
}

/** Everyone in a team, its owner first. */
export function peopleOf(team: TeamAnswer): readonly PersonAnswer[] {
  return [team.owner, ...team.members.map(({ userId, user }) => ({ id: userId, ...user }))];
}
