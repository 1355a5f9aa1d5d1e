/** The alert rules of people and teams. */
import { isOf } from '../../../command-service/contract/events.ts';
import type { AlertRulesEvent } from '../../../command-service/model/alert-rule/events.ts';
import type { View } from '../../view.ts';

export type AlertRulesDoc = AlertRulesEvent['data'] & { readonly id: string; readonly revision: number };

/** One document for each person or team that has set rules, by its scope, until it is deleted. */
export const alertRules: View<AlertRulesDoc, 'scope'> = {
  name: 'alert-rules',
  version: 1,
  fields: ['scope'],
  partition: 'scope',
  keys(event) {
    if (isOf(event, 'alertrules')) return [event.data.scope];
    if (event.type === 'TeamDeleted') return [`team:${event.data.teamId}`];
    return event.type === 'AccountDeleted' ? [`user:${event.data.userId}`] : [];
  },
  evolve: (_, event, id) => (isOf(event, 'alertrules') ? { id, ...event.data, revision: event.revision + 1 } : null),
};
