/** What the person may do with the selected links, as far as the console knows. Pure. */
import type { Action } from '../../../command-service/contract/policy.ts';
import type { BulkAction } from '../../../query-service/contract/answers/bulk-operations.ts';
import type { TeamAnswer } from '../../../query-service/contract/answers/teams.ts';
import { isPast } from '../../platform/address/as-of.ts';
import { readOnlyReason } from '../../platform/api/client.ts';
import { denialReason, isAllowed } from '../../session/permissions.ts';
import { assigneesIn } from '../edit/assignees.ts';
import { messages } from './messages.ts';

const NEEDS: Readonly<Record<BulkAction, Action>> = {
  edit: 'EditLink',
  assign: 'EditLink',
  move: 'MoveLink',
  tag: 'EditLink',
  terms: 'EditTerms',
  money: 'EditMoney',
  remarks: 'EditMoney',
  recheck: 'RecheckLink',
  trash: 'TrashLink',
};

/**
 * `scopes`: the teams of the links, null for personal ones; null as a whole if unknown. If one of them allows the
 * action, the server reports which links are not allowed.
 */
export function bulkDenialReason(
  action: BulkAction,
  scopes: ReadonlySet<string | null> | null,
  teams: readonly TeamAnswer[],
): string | null {
  if (isPast()) return readOnlyReason();
  if (scopes === null || scopes.size === 0) return null;
  const refusals = [...scopes].map((scope) => {
    const team = teams.find(({ id }) => id === scope);
    return team === undefined ? null : denialReason(NEEDS[action], team);
  });
  const closed = refusals.every((refusal) => refusal !== null) ? refusals[0] : null;
  if (closed != null) return closed;
  return action === 'move' && moveTargets(scopes, teams).length === 0 ? messages.nowhere : null;
}

/** The teams that the links can move to; null: personal. Not the one that all of them are in. */
export function moveTargets(
  scopes: ReadonlySet<string | null> | null,
  teams: readonly TeamAnswer[],
): readonly (string | null)[] {
  const open = [null, ...teams.filter((team) => isAllowed('AddLink', team)).map(({ id }) => id)];
  return scopes?.size === 1 ? open.filter((scope) => !scopes.has(scope)) : open;
}

/** The team whose plan explains why none of these links can be checked yet; null: one's own plan. */
export function teamToUpgrade(scopes: ReadonlySet<string | null> | null, teams: readonly TeamAnswer[]): string | null {
  if (scopes === null || scopes.has(null)) return null;
  const waiting = teams.find(({ id, nextCheckDate }) => scopes.has(id) && nextCheckDate !== null);
  return waiting?.id ?? [...scopes][0] ?? null;
}

interface PossibleAssignee {
  readonly id: string;
  readonly name: string;
}

/** The possible assignees, each once: the server rejects those that a link cannot have. */
export function assignees(
  scopes: ReadonlySet<string | null> | null,
  teams: readonly TeamAnswer[],
  me: PossibleAssignee,
): readonly PossibleAssignee[] {
  const theirs = scopes === null ? [null, ...teams] : [...scopes].map((scope) => teams.find(({ id }) => id === scope));
  const people = theirs.flatMap((team) => assigneesIn(team ?? null, me));
  return [...new Map(people.map((person) => [person.id, person])).values()];
}
