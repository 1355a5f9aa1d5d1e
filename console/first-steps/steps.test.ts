import test from 'ava';
import { doneSteps, isNewcomer } from './steps.ts';

test('links, colleagues and shares tick off their steps', (t) => {
  t.deepEqual([...doneSteps(0, [], 0)], []);
  t.deepEqual([...doneSteps(1, [{ memberCount: 1 }], 0)], ['addLinks']);
  t.deepEqual([...doneSteps(0, [{ memberCount: 2 }], 1)], ['invite', 'share']);
  t.deepEqual([...doneSteps(3, [{ memberCount: 3 }], 2)], ['addLinks', 'invite', 'share']);
});

test('a person with many links is no newcomer', (t) => {
  t.true(isNewcomer(0));
  t.false(isNewcomer(50));
});
