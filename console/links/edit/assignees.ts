/** Who can be assigned to a link (infra/docs/product.md, "Assignees"). Pure. */

import type { TeamAnswer } from '../../../query-service/contract/answers/teams.ts';
import type { PossibleAssignee } from './link-form-values.ts';

/** The possible assignees of a link (infra/docs/product.md, "Assignees"). */
export function assigneesIn(team: TeamAnswer | null, me: PossibleAssignee): readonly PossibleAssignee[] {
  if (team === null) return [me];
  const { owner, members } = team;
  const ownerName = `${owner.firstName} ${owner.lastName}`.trim() || owner.email;
  const people = [...members.map(({ userId, name }) => ({ id: userId, name })), { id: owner.id, name: ownerName }];
  return people.map((person) => (person.id === me.id ? me : person));
}

/** The assignee after a change of team: the same person if possible, otherwise the team's first member. */
export function assigneeAfter(assignedTo: string, team: TeamAnswer | null, me: PossibleAssignee): string {
  if (assignedTo === '') return '';
  const people = assigneesIn(team, me);
  return people.some(({ id }) => id === assignedTo) ? assignedTo : (people[0]?.id ?? me.id);
}
