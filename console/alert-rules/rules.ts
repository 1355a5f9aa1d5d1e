/** The alert rules of a person or a team, and how they are changed. */
import { mutate } from 'swr';
import { parse } from '../../command-service/contract/schema/parse.ts';
import { alertRuleSchema } from '../../command-service/model/alert-rule/commands.ts';
import type { AlertRule } from '../../command-service/model/alert-rule/events.ts';
import type { AlertRulesAnswer } from '../../query-service/contract/answers/alert-rules.ts';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { type ApiError, get, pathTo, send } from '../platform/api/client.ts';
import { fieldErrors } from '../ui/fields/field-errors.ts';
import { isEqualJson } from '../ui/forms/drafts.ts';

export type RuleAnswer = AlertRulesAnswer['rules'][number];

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

/** What is wrong with a refused rule: no field of a form is beside these texts. */
export function formatProblems({ fields, message }: ApiError): string {
  return Object.values(fields).join(' ') || message;
}

/**
 * Changes the rules as they are at that moment. Saves nothing if somebody has changed the rule since it was `seen` (`now`)
 * or removed it (no `now`).
 * @param seen null: the rule is new.
 * @throws ApiError
 */
export async function changeRules(
  owner: RulesOwner,
  seen: AlertRule | null,
  change: (rules: readonly AlertRule[]) => readonly AlertRule[],
) {
  const path = rulesPath(owner);
  const answer = await mutate(path, get(path), { revalidate: false });
  const rules = answer?.rules ?? [];
  const now = rules.find(({ id }) => id === seen?.id);
  if (seen !== null && (now === undefined || !isEqualJson(bodyOf(seen), bodyOf(now)))) {
    return { isSaved: false, now } as const;
  }
  const body = { teamId: owner?.id, rules: change(rules).map(bodyOf) };
  await send('PUT', '/api/alert-rules', { body, revision: answer?.revision });
  await mutate(path);
  return { isSaved: true } as const;
}
