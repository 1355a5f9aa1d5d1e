/** A wall clock and a monotonic clock that a test moves. */
import type { Clocks } from '../../command-service/clock/clock-guard.ts';

interface TestClocks extends Clocks {
  /** Time passes: both clocks move. */
  pass(ms: number): void;
  /** Somebody sets the wall clock, or the machine sleeps: only the wall clock moves. */
  jump(ms: number): void;
}

/** Stays at `start` (milliseconds since the epoch) until moved; without it, runs with the machine's clocks. */
export function testClocks(start?: number): TestClocks {
  let wallMs = 0;
  let monotonicMs = 0;
  return {
    now: () => new Date((start ?? Date.now()) + wallMs),
    monotonicMs: () => (start === undefined ? performance.now() : 0) + monotonicMs,
    pass(ms) {
      wallMs += ms;
      monotonicMs += ms;
    },
    jump(ms) {
      wallMs += ms;
    },
  };
}
