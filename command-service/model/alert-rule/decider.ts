/** The alert rules of a person or a team. */

import { isOf } from '../../contract/events.ts';
import type { Scope } from '../../contract/scope.ts';
import type { Decider } from '../../core/decider.ts';
import type { SetAlertRules } from './commands.ts';
import type { AlertRule, AlertRulesEvent } from './events.ts';

/** The stream of the rules of one person or team. */
export const streamOf = (scope: Scope): string => `alertrules-${scope}`;

/** null: no rules were set yet, so that a person has the default rules. */
export const alertRules: Decider<readonly AlertRule[] | null, SetAlertRules, AlertRulesEvent> = {
  streamOf: ({ scope }) => streamOf(scope),
  initialState: null,
  evolve: (_, { data }) => data.rules,
  decide(state, { scope, rules }) {
    if (JSON.stringify(rules) === JSON.stringify(state)) return [];
    return [{ type: 'AlertRulesSet', data: { scope, rules } }];
  },
  isEvent: (event): event is AlertRulesEvent => isOf(event, 'alertrules'),
};
