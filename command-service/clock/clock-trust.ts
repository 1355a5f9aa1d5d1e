/**
 * When the system clock may be trusted with work that cannot be undone: emptying the trash, expiring invitations,
 * notices, alarms, mails, sweeping ended sessions (infra/docs/product.md, "System clock"). Pure: readings come in as
 * arguments. Checking links goes on regardless.
 *
 * A run is a time in which the wall clock and the monotonic clock agree. A run ends, and the next begins, when they
 * differ by more than `CLOCK_TOLERANCE_MS` or when nobody read them for `STANDSTILL_MS` (the machine slept, and its
 * monotonic clock counts sleep). The wall clock is trusted once the run has lasted as long as the doubt about it
 * demands: `SHORT_WAIT_MS`, or `LONG_WAIT_MS` where the clock is more than a day away from what was expected.
 *
 * The expected time is the time last trusted plus what the monotonic clock has counted since; at the start, the newest
 * recorded event. So a clock that was ahead for a moment and came back is where it was expected, and waits the short
 * time. Nobody has to confirm anything: after weeks of sleep a machine waits longer, which is not an error. Events
 * recorded in the future make the clock look behind at the next start, which costs only the long wait. The
 * price is that a wrong clock that runs steadily for an hour is believed: no rule can tell it from a machine that was
 * off.
 */

/** Both clocks, read at once, in milliseconds. */
interface ClockReading {
  /** Since the Unix epoch; may be set at any time. */
  readonly wallMs: number;
  /** Since any moment; only ever increases. It may or may not count the time the machine sleeps. */
  readonly monotonicMs: number;
}

/** What began the present run, and how many milliseconds the wall clock was ahead (negative: behind). */
type RunCause =
  | { readonly kind: 'start' }
  /** The clock was compared with the newest recorded event. */
  | { readonly kind: 'recorded'; readonly aheadMs: number }
  | { readonly kind: 'jump'; readonly aheadMs: number }
  | { readonly kind: 'standstill'; readonly aheadMs: number };

export interface ClockState {
  readonly first: ClockReading;
  readonly last: ClockReading;
  readonly cause: RunCause;
  /** How far the wall clock is from the expected time. */
  readonly doubtMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The largest difference between clocks that agree. */
export const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;
/** The largest drift between clocks of one machine, as a part of the time that passes. */
const MAX_DRIFT = 1 / 1000;
/** Without a reading for this long, the process stood still. */
export const STANDSTILL_MS = HOUR_MS;
/** A larger doubt demands the long wait. */
const LARGE_DOUBT_MS = DAY_MS;
export const SHORT_WAIT_MS = 10 * MINUTE_MS;
export const LONG_WAIT_MS = HOUR_MS;

/** The state after the first reading of a process. */
export function startClock(reading: ClockReading): ClockState {
  return { first: reading, last: reading, cause: { kind: 'start' }, doubtMs: 0 };
}

/** The state after the last reading was compared with the time of the newest recorded event, in ms since the epoch. */
export function compareWithRecorded(state: ClockState, newestMs: number): ClockState {
  const aheadMs = state.last.wallMs - newestMs;
  // A recent event is evidence for the short wait only: a wrong clock may have recorded it.
  const agrees = Math.abs(aheadMs) <= LARGE_DOUBT_MS && aheadMs >= -CLOCK_TOLERANCE_MS;
  return agrees ? state : { ...state, cause: { kind: 'recorded', aheadMs }, doubtMs: aheadMs };
}

/** The state after another reading. It is a new run exactly if its `first` is that reading. */
export function readClock(state: ClockState, reading: ClockReading): ClockState {
  const { first, last } = state;
  const passedMs = reading.monotonicMs - first.monotonicMs;
  const jumpMs = reading.wallMs - first.wallMs - passedMs;
  if (Math.abs(jumpMs) > CLOCK_TOLERANCE_MS + passedMs * MAX_DRIFT) {
    return newRun(state, reading, { kind: 'jump', aheadMs: jumpMs });
  }
  if (reading.monotonicMs - last.monotonicMs > STANDSTILL_MS) {
    return newRun(state, reading, { kind: 'standstill', aheadMs: reading.wallMs - last.wallMs });
  }
  return { ...state, last: reading };
}

function newRun(state: ClockState, reading: ClockReading, cause: RunCause & { aheadMs: number }): ClockState {
  // An unsettled doubt carries over: a clock that jumps ahead and back is where it was.
  const before = isTrusted(state) ? 0 : state.doubtMs;
  return { first: reading, last: reading, cause, doubtMs: before + cause.aheadMs };
}

/** For how many milliseconds both clocks have agreed. */
export function steadyMs({ first, last }: ClockState): number {
  return last.monotonicMs - first.monotonicMs;
}

/** How long a run has to last before the wall clock is trusted. */
function waitMs({ doubtMs }: ClockState): number {
  return Math.abs(doubtMs) > LARGE_DOUBT_MS ? LONG_WAIT_MS : SHORT_WAIT_MS;
}

export function isTrusted(state: ClockState): boolean {
  return steadyMs(state) >= waitMs(state);
}

/** Whether an ISO instant lies further ahead than clocks may differ: it was recorded while a clock was wrong. */
export function isInFuture(at: string, now: Date): boolean {
  return Date.parse(at) > now.getTime() + CLOCK_TOLERANCE_MS;
}

/**
 * Whether an instant that was set at most `longestMs` ahead has come. An instant further ahead is from before the clock was
 * set back, and counts as come.
 */
export function isDue(at: string, longestMs: number, now: Date): boolean {
  const wait = Date.parse(at) - now.getTime();
  return wait <= 0 || wait > longestMs;
}

/** What an operator should know about the clock, and do. */
export function describeClock(state: ClockState): string {
  if (isTrusted(state)) return 'The system clock is steady.';
  const { cause } = state;
  const held = 'Nothing is deleted, ended, announced or mailed until';
  const until = `${held} the clock has run steadily for ${formatDuration(waitMs(state))}.`;
  switch (cause.kind) {
    case 'start':
      return `Linkledger started a moment ago. ${until}`;
    case 'recorded': {
      const { aheadMs } = cause;
      const side = aheadMs > 0 ? 'ahead of' : 'behind';
      const advice = aheadMs > 0 ? 'If Linkledger was running until recently, check' : 'Check';
      return `The system clock is ${formatDuration(aheadMs)} ${side} the newest recorded event. ${until} ${advice} the time synchronization of this machine.`;
    }
    case 'jump': {
      const { aheadMs } = cause;
      const direction = aheadMs > 0 ? 'ahead' : 'back';
      return `The system clock jumped ${direction} by ${formatDuration(aheadMs)}. ${until} If this machine was not asleep, check its time synchronization.`;
    }
    case 'standstill':
      return `Linkledger stood still for ${formatDuration(cause.aheadMs)}, as on a machine that sleeps. ${until}`;
    default: {
      const _: never = cause;
      return _;
    }
  }
}

function formatDuration(ms: number): string {
  const size = Math.abs(ms);
  const [unit, name] =
    size >= 2 * DAY_MS ? [DAY_MS, 'day'] : size >= 2 * HOUR_MS ? [HOUR_MS, 'hour'] : [MINUTE_MS, 'minute'];
  const count = Math.round(size / unit);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
