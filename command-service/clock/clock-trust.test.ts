import test from 'ava';
import fc from 'fast-check';
import {
  CLOCK_TOLERANCE_MS,
  type ClockState,
  compareWithRecorded,
  describeClock,
  isInFuture,
  isTrusted,
  LONG_WAIT_MS,
  readClock,
  SHORT_WAIT_MS,
  STANDSTILL_MS,
  startClock,
} from './clock-trust.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const START = Date.parse('2027-01-01T00:00:00Z');

/** One more reading: how far each clock moved since the last reading. */
type Step = readonly [wallMs: number, monotonicMs: number];
const steady = (ms: number): Step => [ms, ms];

function after(state: ClockState, ...steps: readonly Step[]): ClockState {
  return steps.reduce(
    ({ last, ...rest }, [wallMs, monotonicMs]) =>
      readClock({ last, ...rest }, { wallMs: last.wallMs + wallMs, monotonicMs: last.monotonicMs + monotonicMs }),
    state,
  );
}
const started = startClock({ wallMs: START, monotonicMs: 77 });
const running = after(started, steady(SHORT_WAIT_MS));

test('a clock is trusted once it has been steady for ten minutes after the start', (t) => {
  t.false(isTrusted(started));
  t.false(isTrusted(after(started, steady(SHORT_WAIT_MS - 1))));
  t.true(isTrusted(running));
  t.regex(describeClock(started), /started a moment ago.* 10 minutes\.$/);
  t.is(describeClock(running), 'The system clock is steady.');
});

test('a clock that jumps ahead by 31 days is not trusted before an hour has passed', (t) => {
  const jumped = after(running, [31 * DAY + 5 * SECOND, 5 * SECOND]);
  t.false(isTrusted(jumped));
  t.false(isTrusted(after(jumped, steady(LONG_WAIT_MS - 1))));
  t.true(isTrusted(after(jumped, steady(LONG_WAIT_MS / 2), steady(LONG_WAIT_MS / 2))));
  t.regex(describeClock(jumped), /jumped ahead by 31 days\. .* 60 minutes\. .* check its time synchronization\.$/);
});

test('a clock that was ahead for a moment is trusted ten minutes after it came back', (t) => {
  const back = after(running, [31 * DAY, 0], steady(20 * SECOND), [-31 * DAY, 0]);
  t.false(isTrusted(back));
  t.regex(describeClock(back), /jumped back by 31 days\. .* 10 minutes\./);
  t.true(isTrusted(after(back, steady(SHORT_WAIT_MS))));
});

test('a small step in the hour of a large doubt does not shorten the hour', (t) => {
  const doubted = after(running, [31 * DAY, 0], steady(MINUTE), [6 * MINUTE, 0]);
  t.false(isTrusted(after(doubted, steady(SHORT_WAIT_MS))));
  t.true(isTrusted(after(doubted, steady(LONG_WAIT_MS))));
});

test('a machine that sleeps for days is trusted an hour after it wakes, whether or not its monotonic clock counts sleep', (t) => {
  for (const asleep of [[9 * DAY, 0], steady(9 * DAY)] as const) {
    const awake = after(running, asleep);
    t.false(isTrusted(awake));
    t.true(isTrusted(after(awake, steady(LONG_WAIT_MS))));
  }
  t.regex(describeClock(after(running, steady(9 * DAY))), /stood still for 9 days/);
});

test('a short nap, and a correction of some hours, cost ten minutes', (t) => {
  const woken = after(running, [8 * 60 * MINUTE, 0]);
  t.false(isTrusted(woken));
  t.true(isTrusted(after(woken, steady(SHORT_WAIT_MS))));
});

test('steps within the tolerance, and slow drift over months, change nothing', (t) => {
  t.true(isTrusted(after(running, [CLOCK_TOLERANCE_MS, 0])));
  t.true(isTrusted(after(running, [-CLOCK_TOLERANCE_MS, 0])));
  const hours = Array.from({ length: 90 * 24 }, (): Step => [60 * MINUTE + 300, 60 * MINUTE]);
  t.true(isTrusted(after(running, ...hours)));
});

test('a wall clock that runs at double speed is not trusted', (t) => {
  const readings = Array.from({ length: 1_000 }, (): Step => [10 * SECOND, 5 * SECOND]);
  t.false(isTrusted(after(running, ...readings)));
});

test('a server that was off for two months waits an hour, without confirmation', (t) => {
  const state = compareWithRecorded(started, START - 60 * DAY);
  t.regex(describeClock(state), /60 days ahead of the newest recorded event/);
  t.false(isTrusted(after(state, steady(SHORT_WAIT_MS))));
  t.true(isTrusted(after(state, steady(LONG_WAIT_MS))));
});

test('a clock that was ahead at the start and is corrected minutes later is trusted ten minutes after that', (t) => {
  const state = after(compareWithRecorded(started, START - 31 * DAY), steady(4 * MINUTE), [-31 * DAY, 0]);
  t.false(isTrusted(after(state, steady(SHORT_WAIT_MS - 1))));
  t.true(isTrusted(after(state, steady(SHORT_WAIT_MS))));
});

test('a clock behind the newest recorded event waits an hour, and not until that time has come', (t) => {
  const state = compareWithRecorded(started, START + 31 * DAY);
  t.regex(describeClock(state), /31 days behind the newest recorded event/);
  t.false(isTrusted(after(state, steady(SHORT_WAIT_MS))));
  t.true(isTrusted(after(state, steady(LONG_WAIT_MS))));
});

test('an event recorded a moment ago adds no doubt', (t) => {
  t.is(compareWithRecorded(started, START - MINUTE), started);
});

test('a time is in the future only if it is ahead by more than clocks may differ', (t) => {
  const now = new Date(START);
  t.false(isInFuture(new Date(START + CLOCK_TOLERANCE_MS).toISOString(), now));
  t.true(isInFuture(new Date(START + CLOCK_TOLERANCE_MS + 1).toISOString(), now));
});

const step = fc.oneof(
  fc.integer({ min: 1, max: STANDSTILL_MS }).map(steady),
  fc.tuple(fc.integer({ min: -40 * DAY, max: 40 * DAY }), fc.integer({ min: 0, max: 20 * MINUTE })),
);
const history = fc.array(step, { maxLength: 40 });

test('whatever the clocks did, a trusted clock agreed with the other one for the last ten minutes', (t) => {
  fc.assert(
    fc.property(history, (steps) => {
      const readings = [started.last];
      let state = started;
      for (const each of steps) {
        state = after(state, each);
        readings.push(state.last);
        if (!isTrusted(state)) continue;
        const { wallMs, monotonicMs } = state.last;
        const recent = readings.filter((reading) => monotonicMs - reading.monotonicMs < SHORT_WAIT_MS);
        for (const reading of recent) {
          const drift = wallMs - reading.wallMs - (monotonicMs - reading.monotonicMs);
          // Either reading may lie at an edge of the tolerance, which grows with the length of the run.
          const length = state.last.monotonicMs - state.first.monotonicMs;
          t.true(Math.abs(drift) <= 2 * (CLOCK_TOLERANCE_MS + length / 1000));
        }
      }
    }),
  );
  t.pass();
});

test('whatever the clocks did, two hours of steady time end every doubt', (t) => {
  fc.assert(
    fc.property(history, (steps) => {
      const minutes = Array.from({ length: 121 }, () => steady(MINUTE));
      // The first reading may still end a run whose drift was at the edge; two hours contain one whole run.
      t.true(isTrusted(after(started, ...steps, ...minutes)));
    }),
  );
});

test('whatever the clocks did, a jump of more than a day is never trusted at once', (t) => {
  const far = fc.integer({ min: 31 * DAY, max: 400 * DAY });
  fc.assert(
    fc.property(history, far, fc.boolean(), (steps, size, ahead) => {
      t.false(isTrusted(after(started, ...steps, [ahead ? size : -size, 5 * SECOND])));
    }),
  );
});
