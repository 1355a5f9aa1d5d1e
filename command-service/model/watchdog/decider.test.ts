import test from 'ava';
import { array, assert, constantFrom, property } from 'fast-check';
import { givenWhenThen, play } from '../../testing/given-when-then.ts';
import type { WatchdogCommand } from './commands.ts';
import { watchdog } from './decider.ts';
import type { CheckerFellSilent, CheckerResumed } from './events.ts';

const scenario = givenWhenThen(watchdog);
const report: WatchdogCommand = { type: 'ReportSilence', hours: 26 };
const resume: WatchdogCommand = { type: 'ReportResumption' };
const fell: CheckerFellSilent = { type: 'CheckerFellSilent', data: { hours: 26 } };
const resumed: CheckerResumed = { type: 'CheckerResumed', data: {} };

test('a stalled checker is recorded once, and its return once', (t) => {
  scenario(t).given().when(report).yields(fell);
  scenario(t).given(fell).when(report).yields();
  scenario(t).given(fell).when(resume).yields(resumed);
  scenario(t).given(fell, resumed).when(resume).yields();
  scenario(t).given(fell, resumed).when(report).yields(fell);
});

test('no return is recorded without a stall before it', (t) => {
  scenario(t).given().when(resume).yields();
});

test('a repeated command changes nothing, whatever came before', (t) => {
  const command = constantFrom(report, resume);
  assert(
    property(array(command), command, (before, last) => play(watchdog, [...before, last, last]).at(-1)?.length === 0),
  );
  t.pass();
});
