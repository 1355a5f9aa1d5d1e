import test from 'ava';
import { DEVIATION_CODES } from '../../command-service/contract/deviations.ts';
import type { AlertRule } from '../../command-service/model/alert-rule/events.ts';
import { kindsPart, pacePart, quietPart } from './parts.ts';
import { newRule, ruleProblems } from './rules.ts';

const rule = (change: Partial<AlertRule> = {}): AlertRule => ({ ...newRule(null), ...change });
const timed = (change: Partial<AlertRule['when']>) => rule({ when: { ...rule().when, ...change } });

test('the kinds of a rule are listed with their codes, and many codes are counted', (t) => {
  const textOf = (change: Partial<AlertRule>) => kindsPart(rule(change)).text;
  t.is(textOf({ kinds: ['lost'] }), 'removed links');
  t.is(textOf({ kinds: ['lost', 'warned', 'deviates'] }), 'removed links, warnings, and deviations from the terms');
  t.is(textOf({ kinds: ['warned'], warnings: ['hidden', 'noindex'] }), 'warnings (Hidden link, Noindex page)');
  t.is(textOf({ kinds: ['warned'], warnings: ['hidden', 'noindex', 'robots-txt'] }), 'warnings (3 kinds)');
  t.is(textOf({ kinds: ['deviates'], deviations: DEVIATION_CODES }), 'deviations from the terms');
  t.is(textOf({ kinds: [] }), 'nothing yet');
});

test('a kind without any of its codes is off, and has all of them when it is chosen again', (t) => {
  const press = (from: AlertRule, label: string) => {
    const found = kindsPart(from).choices.find((each) => each.label === label);
    return { ...from, ...found?.change };
  };
  const only = rule({ kinds: ['lost', 'deviates'], deviations: ['late'] });
  const off = press(only, 'Late');
  t.deepEqual(off, { ...only, kinds: ['lost'], deviations: [] });
  t.deepEqual(press(off, 'deviations from the terms'), { ...only, deviations: [] });
  t.deepEqual(
    press(rule({ kinds: ['deviates'] }), 'Late').deviations,
    DEVIATION_CODES.filter((code) => code !== 'late'),
  );
});

test('the week of a rule begins on Monday, and a digest at an hour has no quiet hours', (t) => {
  t.is(pacePart(timed({ pace: 'weekly', weekday: 1 })).text, 'every Monday at 8:00');
  t.is(pacePart(timed({ pace: 'weekly', weekday: 7, hour: 17 })).text, 'every Sunday at 17:00');
  const quiet = { from: 22, to: 7 };
  t.is(quietPart(timed({ quiet })).text, 'never between 22:00 and 7:00');
  t.deepEqual(
    pacePart(timed({ quiet })).choices.map(({ change }) => change.when?.quiet),
    [quiet, quiet, null, null],
  );
});

test('a new rule can be saved, and a rule that tells nothing or is always quiet cannot', (t) => {
  t.deepEqual(ruleProblems(rule()), {});
  t.deepEqual(ruleProblems(rule({ kinds: [] })), { kinds: 'Choose what the rule tells.' });
  t.deepEqual(Object.keys(ruleProblems(timed({ quiet: { from: 7, to: 7 } }))), ['when.quiet']);
});
