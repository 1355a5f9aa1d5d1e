import test from 'ava';
import { doneSteps, isNewcomer, ownLinks } from './steps.ts';

const team = (id: string, memberCount = 1, total = 0) => ({
  id,
  memberCount,
  links: { total, live: 0, removed: 0, pending: 0, notFound: 0 },
});

test('the links of sample data do not count as the person’s own links', (t) => {
  t.is(ownLinks(4, [team('sample-1', 1, 4)]), 0);
  t.is(ownLinks(9, [team('sample-1', 1, 4), team('t1', 1, 5)]), 5);
  // The counts of the two answers may be a moment apart.
  t.is(ownLinks(0, [team('sample-1', 1, 4)]), 0);
});

test('links, colleagues and shares tick off their steps, and sample data does not', (t) => {
  t.deepEqual([...doneSteps(0, [team('sample-1', 1, 4)], 0)], []);
  t.deepEqual([...doneSteps(1, [team('t1', 1)], 0)], ['addLinks']);
  t.deepEqual([...doneSteps(0, [team('t1', 2)], 1)], ['invite', 'share']);
  t.deepEqual([...doneSteps(3, [team('t1', 3)], 2)], ['addLinks', 'invite', 'share']);
  t.deepEqual([...doneSteps(0, [team('sample-1', 2)], 0)], []);
});

test('a person with many links is no newcomer', (t) => {
  t.true(isNewcomer(0));
  t.false(isNewcomer(50));
});
