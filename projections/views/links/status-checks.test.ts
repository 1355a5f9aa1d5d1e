import test from 'ava';
import { documentAfter, EventBuilder } from '../../../infra/testing/event-builder.ts';
import { statusChecks } from './status-checks.ts';

const runId = 'r1';
const stream = 'statuscheck-r1';
const scope = 'team:t1' as const;
const counts = (done: number) => ({ done, live: done, removed: 0, pending: 0 });

function given() {
  const events = new EventBuilder();
  events.add(
    { type: 'StatusCheckStarted', stream, data: { runId, scope, total: 5 } },
    { at: '2027-01-01T10:00:00.000Z' },
  );
  return {
    progressed: (done: number, cursor: string) =>
      events.add({
        type: 'StatusCheckProgressed',
        stream,
        data: { runId, cursor, settled: counts(1), ...counts(done) },
      }),
    finished: (outcome: 'whole' | 'broken-off') =>
      events.add(
        { type: 'StatusCheckFinished', stream, data: { runId, scope, outcome, ...counts(5) } },
        { at: '2027-01-01T10:05:00.000Z' },
      ),
    after: () => documentAfter(statusChecks, runId, events.all),
  };
}

test('a run is visible from start to end', (t) => {
  const { progressed, finished, after } = given();
  const begun = {
    id: runId,
    scope,
    state: 'running',
    total: 5,
    startedAt: '2027-01-01T10:00:00.000Z',
    startedBy: 'ann',
  };
  t.deepEqual<unknown, unknown>(after(), { ...begun, ...counts(0), finishedAt: null });
  progressed(3, 'b');
  t.deepEqual<unknown, unknown>(after(), { ...begun, ...counts(3), finishedAt: null });
  finished('whole');
  t.deepEqual<unknown, unknown>(after(), {
    ...begun,
    ...counts(5),
    state: 'whole',
    finishedAt: '2027-01-01T10:05:00.000Z',
  });
});

test('the progress of a resumed run never goes back', (t) => {
  const { progressed, after } = given();
  progressed(4, 'a');
  progressed(2, 'b');
  t.is(after()?.done, 4);
  progressed(5, 'd');
  t.is(after()?.done, 5);
});

test('an aborted run has its own state', (t) => {
  const { finished, after } = given();
  finished('broken-off');
  t.is(after()?.state, 'broken-off');
});
