/** What the teams of the selected links open and close to whoever is signed in, as far as the console knows. Pure. */
import type { Action } from '../../../command-service/policy.ts';
import type { BulkAction } from '../../../query-service/contract/answers/bulk-operations.ts';
import type { TeamAnswer } from '../../../query-service/contract/answers/teams.ts';
import { denialReason, isAllowed } from '../../session/permissions.ts';
import { assigneesIn } from '../edit/assignees.ts';
import { messages } from './messages.ts';

const NEEDS: Readonly<Record<BulkAction, Action>> = {
  edit: 'EditLink',
  assign: 'EditLink',
  move: 'MoveLink',
  tag: 'EditLink',
  recheck: 'RecheckLink',
  trash: 'TrashLink',
};

/**
 * `scopes`: the teams the links belong to, null for one's own; null as a whole where that is not known. Where one of
 * them is open the server says which links are not.
 */
export function bulkDenialReason(
  action: BulkAction,
  scopes: ReadonlySet<string | null> | null,
  teams: readonly TeamAnswer[],
): string | null {
  if (scopes === null || scopes.size === 0) return null;
  const refusals = [...scopes].map((scope) => {
    const team = teams.find(({ id }) => id === scope);
    return team === undefined ? null : denialReason(NEEDS[action], team);
  });
  const closed = refusals.every((refusal) => refusal !== null) ? refusals[0] : null;
  if (closed != null) return closed;
  return action === 'move' && moveTargets(scopes, teams).length === 0 ? messages.nowhere : null;
}

/** Where the links could go: null is one's own. Not to where all of them are. */
export function moveTargets(
  scopes: ReadonlySet<string | null> | null,
  teams: readonly TeamAnswer[],
): readonly (string | null)[] {
  const open = [null, ...teams.filter((team) => isAllowed('AddLink', team)).map(({ id }) => id)];
  return scopes?.size === 1 ? open.filter((scope) => !scopes.has(scope)) : open;
}

/** Whose plan explains why none of these links can be checked yet: a team that waits, or (null) one's own. */
export function teamToUpgrade(scopes: ReadonlySet<string | null> | null, teams: readonly TeamAnswer[]): string | null {
  if (scopes === null || scopes.has(null)) return null;
  const waiting = teams.find(({ id, nextCheckDate }) => scopes.has(id) && nextCheckDate !== null);
  return waiting?.id ?? [...scopes][0] ?? null;
}

interface Person {
  readonly id: string;
  readonly name: string;
}

/** Who the links could be assigned to, each once: the server says to which of them a link cannot be. */
export function assignees(
  scopes: ReadonlySet<string | null> | null,
  teams: readonly TeamAnswer[],
  me: Person,
): readonly Person[] {
  const theirs = scopes === null ? [null, ...teams] : [...scopes].map((scope) => teams.find(({ id }) => id === scope));
  const people = theirs.flatMap((team) => assigneesIn(team ?? null, me));
  return [...new Map(people.map((person) => [person.id, person])).values()];
}
