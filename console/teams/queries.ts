/** A team, its members and its invitations. */
import type { PersonAnswer, TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';

export function useTeam(id: string) {
  return useAnswer(pathTo('/api/teams/:id', { params: { id } }));
}

export function useMembers(id: string) {
  return useAnswer(pathTo('/api/teams/:id/members', { params: { id } }));
}

/** Everyone in a team, its owner first. */
export function peopleOf(team: TeamAnswer): readonly PersonAnswer[] {
  return [team.owner, ...team.members.map(({ userId, user }) => ({ id: userId, ...user }))];
}
