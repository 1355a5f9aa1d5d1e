/** The alert rules of a person or a team, and how they are changed. */
import { mutate } from 'swr';
import { parse } from '../../command-service/contract/schema/parse.ts';
import { alertRuleSchema } from '../../command-service/model/alert-rule/commands.ts';
import type { AlertRule } from '../../command-service/model/alert-rule/events.ts';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { ApiError, get, pathTo, send } from '../platform/api/client.ts';
import { fieldErrors } from '../ui/fields/field-errors.ts';

/** Whose rules they are: those of a team, or of the signed-in person (null). */
export type RulesOwner = TeamAnswer | null;

export function rulesPath(owner: RulesOwner) {
  return pathTo('/api/alert-rules', owner === null ? {} : { query: { teamId: owner.id } });
}

/** A rule to begin with; without an id it is new. */
export function newRule(owner: RulesOwner): AlertRule {
  const to = owner === null ? ({ kind: 'me' } as const) : ({ kind: 'member', id: owner.ownerId } as const);
  const when = { pace: 'at-once', hour: 8, weekday: 1, quiet: null } as const;
  const what = { kinds: ['lost', 'unclear'], deviations: [], warnings: [] } as const;
  return { id: '', ...what, where: { kind: 'everything' }, to, when, group: 'incident', on: true };
}

/** The rule as the API takes it. */
export function bodyOf({ id, kinds, deviations, warnings, where, to, when, group, on }: AlertRule) {
  return { ...(id !== '' && { id }), kinds, deviations, warnings, where, to, when, group, on };
}

export function ruleProblems(rule: AlertRule): Readonly<Record<string, string>> {
  return fieldErrors(() => parse(alertRuleSchema, bodyOf(rule)));
}

/** The error with what is wrong with a refused rule, whose fields have no fields of a form. */
export function inWords({ status, code, message, fields }: ApiError): ApiError {
  return new ApiError(status, code, Object.values(fields).join(' ') || message);
}

/**
 * Changes the rules as they are at that moment.
 * @param revision undefined: whatever somebody else has changed.
 * @throws ApiError
 */
export async function saveRules(
  owner: RulesOwner,
  revision: number | undefined,
  change: (rules: readonly ReturnType<typeof bodyOf>[]) => readonly object[],
): Promise<void> {
  const path = rulesPath(owner);
  const { rules } = await get(path);
  try {
    const body = { teamId: owner?.id, rules: change(rules.map(bodyOf)) };
    await send('PUT', '/api/alert-rules', { body, revision });
  } catch (error) {
    throw error instanceof ApiError ? inWords(error) : error;
  } finally {
    await mutate(path);
  }
}
