/** Who may be assigned to links (infra/docs/product.md, "Assignees"). */
import type { EventStore } from '../../infra/ports/event-store.ts';
import { InputError } from '../commands/schema/parse.ts';
import { streamOf, team } from '../deciders/team.ts';
import type { LinkledgerEvent } from '../events.ts';
import { load } from '../handle.ts';
import { type Scope, teamIdOf, userIdOf } from '../scope.ts';

/** The ids of all to whom a link of the scope may be assigned: a team's members and its owner, or oneself. */
export async function assignableUsers(store: EventStore<LinkledgerEvent>, scope: Scope): Promise<readonly string[]> {
  const teamId = teamIdOf(scope);
  if (teamId === null) return [userIdOf(scope) ?? ''];
  const { state } = await load(store, team, streamOf(teamId));
  return state.place === 'active' ? [state.ownerId, ...state.members.keys()] : [];
}

/**
 * The person a link of the scope is to be assigned to; null is nobody.
 * @throws InputError for somebody it cannot be assigned to.
 */
export async function requireAssignee(
  store: EventStore<LinkledgerEvent>,
  scope: Scope,
  asked: string | null,
): Promise<string | null> {
  if (asked === null || (await assignableUsers(store, scope)).includes(asked)) return asked;
  throw new InputError({
    assignedTo:
      teamIdOf(scope) !== null
        ? 'A team’s link can only be assigned to its owner, to one of its members, or to nobody.'
        : 'A personal link can only be assigned to yourself, or to nobody.',
  });
}
