/** The possible assignees of links (infra/docs/product.md, "Assignees"). */
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { InputError } from '../contract/schema/parse.ts';
import { type Scope, teamIdOf, userIdOf } from '../contract/scope.ts';
import { load } from '../core/handle.ts';
import { streamOf, team } from '../model/team/decider.ts';

/** The ids of the possible assignees: a team's owner and members, or the person. */
export async function assignableUsers(store: EventStore<LinkledgerEvent>, scope: Scope): Promise<readonly string[]> {
  const teamId = teamIdOf(scope);
  if (teamId === null) return [userIdOf(scope) ?? ''];
  const { state } = await load(store, team, streamOf(teamId));
  return state.status === 'active' ? [state.ownerId, ...state.members.keys()] : [];
}

/**
 * Checks an assignee of a link in the scope; null stands for nobody.
 * @throws InputError if the link cannot be assigned to this person.
 */
export async function requireAssignee(
  store: EventStore<LinkledgerEvent>,
  scope: Scope,
  assignedTo: string | null,
): Promise<string | null> {
  if (assignedTo === null || (await assignableUsers(store, scope)).includes(assignedTo)) return assignedTo;
  throw new InputError({
    assignedTo:
      teamIdOf(scope) !== null
        ? 'A team’s link can only be assigned to its owner, to one of its members, or to nobody.'
        : 'A personal link can only be assigned to yourself, or to nobody.',
  });
}
