import test from 'ava';
import { DEVIATION_CODES } from '../../command-service/contract/deviations.ts';
import type { AlertRule } from '../../command-service/model/alert-rule/events.ts';
import { formatKinds, formatPace, formatQuiet, formatWeekday, formatWhere } from './messages.ts';
import { newRule, ruleProblems } from './rules.ts';

const what = (kinds: AlertRule['kinds'], more: Partial<AlertRule> = {}) =>
  formatKinds({ kinds, warnings: [], deviations: [], ...more });

test('the kinds of a rule are listed with their codes, and many codes are counted', (t) => {
  t.is(what(['lost']), 'removed links');
  t.is(what(['lost', 'warned', 'deviates']), 'removed links, warnings, and deviations from the terms');
  t.is(what(['warned'], { warnings: ['hidden', 'noindex'] }), 'warnings (Hidden link, Noindex page)');
  t.is(what(['warned'], { warnings: ['hidden', 'noindex', 'robots-txt'] }), 'warnings (3 kinds)');
  t.is(what(['deviates'], { deviations: DEVIATION_CODES }), 'deviations from the terms');
  t.is(what([]), 'nothing yet');
});

test('the week of a rule begins on Monday', (t) => {
  const when = { pace: 'weekly', hour: 8, weekday: 1, quiet: null } as const;
  t.is(formatPace('weekly', when), 'every Monday at 8:00');
  t.is(formatWeekday(7), 'Sunday');
  t.is(formatPace('daily', when), 'every day at 8:00');
  t.is(formatQuiet({ from: 22, to: 7 }), 'never between 22:00 and 7:00');
});

test('everything is another thing for a team than for a person', (t) => {
  t.is(formatWhere({ kind: 'everything' }, '', false), 'in everything I see');
  t.is(formatWhere({ kind: 'everything' }, '', true), 'in all links of the team');
  t.is(formatWhere({ kind: 'list', id: 'user:u1' }, '', false), 'in my own links');
  t.is(formatWhere({ kind: 'list', id: 'team:t1' }, 'Nordic', false), 'in the team Nordic');
});

test('a new rule can be saved, and a rule that tells nothing cannot', (t) => {
  t.deepEqual(ruleProblems(newRule(null)), {});
  t.deepEqual(ruleProblems({ ...newRule(null), kinds: [] }), { kinds: 'Choose what the rule tells.' });
  const when = { ...newRule(null).when, quiet: { from: 7, to: 7 } };
  t.deepEqual(Object.keys(ruleProblems({ ...newRule(null), when })), ['when.quiet']);
});
