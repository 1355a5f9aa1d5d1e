import test from 'ava';
import { givenWhenThen } from '../../testing/given-when-then.ts';
import { DEFAULT_SETTINGS } from '../user/events.ts';
import { ruleOf } from './commands.ts';
import { alertRules } from './decider.ts';
import { type AlertRule, type AlertRulesEvent, defaultRules } from './events.ts';

const scenario = givenWhenThen(alertRules);
const scope = 'team:t1';
const rule: AlertRule = {
  ...{ id: 'r1', kinds: ['lost'], deviations: [], warnings: [], group: 'incident', on: true },
  ...{ where: { kind: 'everything' }, to: { kind: 'channel', id: 'c1' } },
  when: { pace: 'at-once', hour: 8, weekday: 1, quiet: null },
};
const set = { type: 'SetAlertRules', scope, rules: [rule] } as const;
const wasSet: AlertRulesEvent = { type: 'AlertRulesSet', data: { scope, rules: [rule] } };

test('rules are recorded as a whole, once', (t) => {
  scenario(t).given().when(set).yields(wasSet);
  scenario(t).given(wasSet).when(set).yields();
});

test('a person who wants no rules at all says so, and nothing replaces them', (t) => {
  scenario(t)
    .given()
    .when({ ...set, rules: [] })
    .yields({ type: 'AlertRulesSet', data: { scope, rules: [] } });
});

test('the order of rules is theirs', (t) => {
  const rules = [{ ...rule, id: 'r2' }, rule];
  scenario(t)
    .given(wasSet)
    .when({ ...set, rules })
    .yields({ type: 'AlertRulesSet', data: { scope, rules } });
});

test('codes are kept once and in order, and only where the rule tells of them', (t) => {
  const given = { ...rule, kinds: ['expires' as const, 'lost' as const, 'lost' as const], deviations: [] };
  t.like(ruleOf({ ...given, warnings: ['hidden'] }, 'r1'), { kinds: ['lost', 'expires'], warnings: [] });
  const warned = { ...given, kinds: ['warned' as const], warnings: ['noindex' as const, 'hidden' as const] };
  t.like(ruleOf(warned, 'r1'), { warnings: ['hidden', 'noindex'] });
});

test('people without rules of their own get the alerts of their settings', (t) => {
  const [usual] = defaultRules(DEFAULT_SETTINGS);
  t.deepEqual(usual?.kinds, ['lost', 'not-found', 'live', 'unclear', 'warned', 'deviates', 'expires', 'unchecked']);
  t.like(usual, { where: { kind: 'everything' }, to: { kind: 'me' }, group: 'list', when: { pace: 'hourly' } });
  const onlyWarnings = { statusChangeAlerts: false, expiringLinkAlerts: false, warningAlerts: ['noindex'] } as const;
  t.like(defaultRules(onlyWarnings), [{ kinds: ['warned'], warnings: ['noindex'] }]);
  t.deepEqual(defaultRules({ ...onlyWarnings, warningAlerts: [] }), []);
});
