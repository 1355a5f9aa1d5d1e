import test from 'ava';
import fc from 'fast-check';
import { givenWhenThen, play } from '../../testing/given-when-then.ts';
import type { StatusCheckCommand } from './commands.ts';
import { runIdOf, statusCheck } from './decider.ts';
import type { RunCounts, StatusCheckEvent } from './events.ts';

const scenario = givenWhenThen(statusCheck);
const runId = 'r1';
const scope = 'user:ann' as const;
const counts = (done: number): RunCounts => ({ done, live: done, removed: 0, pending: 0 });

const start = { type: 'StartStatusCheck', runId, scope, total: 3, clientDomain: null, tokenId: 't1' } as const;
const started: StatusCheckEvent = { type: 'StatusCheckStarted', data: { runId, scope, total: 3, tokenId: 't1' } };
const progress = (cursor: string, done: number, settled = done) =>
  ({ type: 'ProgressStatusCheck', runId, cursor, counts: counts(done), settled: counts(settled) }) as const;
const progressed = (cursor: string, done: number, settled = done): StatusCheckEvent => ({
  type: 'StatusCheckProgressed',
  data: { runId, cursor, settled: counts(settled), ...counts(done) },
});
const finish = { type: 'FinishStatusCheck', runId, outcome: 'whole', counts: counts(3) } as const;
const finished: StatusCheckEvent = {
  type: 'StatusCheckFinished',
  data: { runId, scope, outcome: 'whole', ...counts(3) },
};

test('a run starts once', (t) => {
  scenario(t).given().when(start).yields(started);
  scenario(t).given(started).when(start).yields();
  scenario(t).given(started, finished).when(start).yields();
  const data = { runId, scope, total: 3, clientDomain: 'client.example', tokenId: 't1' };
  scenario(t)
    .given()
    .when({ ...start, clientDomain: 'client.example' })
    .yields({ type: 'StatusCheckStarted', data });
});

test('progress is recorded, and never goes back', (t) => {
  const given = scenario(t).given(started, progressed('b', 2));
  given.when(progress('c', 3)).yields(progressed('c', 3));
  given.when(progress('b', 3, 2)).yields(progressed('b', 3, 2));
  given.when(progress('b', 2)).yields();
  given.when(progress('a', 3, 1)).yields();
});

test('a run ends once and does not go on', (t) => {
  scenario(t).given(started).when(finish).yields(finished);
  scenario(t).given(started, finished).when(finish).yields();
  scenario(t).given(started, finished).when(progress('c', 3)).yields();
});

test('a run that never started neither goes on nor ends', (t) => {
  scenario(t).given().when(progress('a', 1)).refused('not-found');
  scenario(t).given().when(finish).refused('not-found');
});

const command = fc.oneof<fc.Arbitrary<StatusCheckCommand>[]>(
  fc.constant(start),
  fc.constant(finish),
  fc.tuple(fc.constantFrom('', 'a', 'b', 'c'), fc.nat(3), fc.nat(3)).map((each) => progress(...each)),
);

test('a repeated command changes nothing', (t) => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 12 }), (commands) => {
      const outcomes = play(
        statusCheck,
        commands.flatMap((each) => [each, each]),
      );
      for (let index = 1; index < outcomes.length; index += 2) t.deepEqual(outcomes[index], []);
    }),
  );
});

test('the ids of a scope’s runs are derived from scope and number', (t) => {
  const ids = (['user:ann', 'team:ann', 'user:ben'] as const).flatMap((each) =>
    Array.from({ length: 50 }, (_, number) => runIdOf(each, number)),
  );
  t.is(new Set(ids).size, ids.length);
  t.is(runIdOf('user:ann', 3), ids[3]!);
  for (const id of ids) t.regex(id, /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
