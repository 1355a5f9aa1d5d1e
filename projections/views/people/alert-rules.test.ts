import test from 'ava';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { defaultRules } from '../../../command-service/model/alert-rule/events.ts';
import { DEFAULT_SETTINGS } from '../../../command-service/model/user/events.ts';
import { documentAfter, EventBuilder, teamCreated } from '../../../infra/testing/event-builder.ts';
import { alertRules } from './alert-rules.ts';

type Unnumbered = LinkledgerEvent & { readonly stream: string };
const rules = defaultRules(DEFAULT_SETTINGS);

function after(scope: 'team:t1' | 'user:ann', ...more: readonly Unnumbered[]) {
  const events = new EventBuilder();
  events.add(teamCreated('t1', 'ann'));
  const set: Unnumbered = { type: 'AlertRulesSet', stream: `alertrules-${scope}`, data: { scope, rules } };
  for (const event of [set, set, ...more]) events.add(event);
  return documentAfter(alertRules, scope, events.all);
}

test('the rules of a list are the last that were set, with the number of changes', (t) => {
  t.deepEqual(after('team:t1'), { id: 'team:t1', scope: 'team:t1', rules, revision: 2 });
});

test('rules end with their team or account', (t) => {
  const ended = { teamId: 't1', ownerId: 'ann', memberIds: [], invitationIds: [] };
  t.is(after('team:t1', { type: 'TeamDeleted', stream: 'team-t1', data: ended }), null);
  t.is(after('user:ann', { type: 'AccountDeleted', stream: 'user-ann', data: { userId: 'ann', heirs: [] } }), null);
});
