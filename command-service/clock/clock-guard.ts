/** Reads both clocks of the process, and says whether the wall clock is trusted. No other module reads them. */
import type { Logger } from '../../infra/ports/process/logger.ts';
import { pauseFor } from '../../infra/ports/process/rounds.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import {
  type ClockState,
  compareWithRecorded,
  describeClock,
  isTrusted,
  readClock,
  startClock,
  steadyMs,
} from './clock-trust.ts';
import { newestChecks } from './newest-checks.ts';

/** The clocks of a machine. */
export interface Clocks {
  /** The wall clock. */
  readonly now: () => Date;
  /** Milliseconds on a clock that is never set. */
  readonly monotonicMs: () => number;
}

/** The time, for work that cannot be undone. */
export interface TrustedClock {
  /** The time, if the wall clock is trusted and has been steady for at least `steadyMs`; else null: do it later. */
  trusted(steadyMs?: number): Date | null;
}

/** The clock as `/api/ready` reports it. */
interface ClockStatus {
  readonly trusted: boolean;
  /** What happened and what to do, for an operator. */
  readonly message: string;
}

/** Milliseconds between two readings: short enough to notice a clock that is wrong for a few seconds. */
const READ_EVERY_MS = 5_000;

export class ClockGuard implements TrustedClock {
  readonly #clocks: Clocks;
  readonly #logger: Logger;
  #state: ClockState;

  constructor(clocks: Clocks, logger: Logger) {
    this.#clocks = clocks;
    this.#logger = logger;
    this.#state = startClock(this.#reading());
  }

  /** Compares the clock with the newest time in the view of checks, which must be up to date with the log. */
  async compareWithRecorded(reads: ReadStore): Promise<void> {
    for await (const { since } of newestChecks(reads, ['open', 'wanted', 'done'], 'since')) {
      this.#read();
      this.#state = compareWithRecorded(this.#state, Date.parse(since));
      if (this.#state.cause.kind === 'recorded') this.#logger.warn({ since }, describeClock(this.#state));
      return;
    }
  }

  /** Reads the clocks every few seconds until aborted. */
  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#read();
      await pauseFor(READ_EVERY_MS, signal);
    }
  }

  trusted(atLeastMs = 0): Date | null {
    const state = this.#read();
    return isTrusted(state) && steadyMs(state) >= atLeastMs ? new Date(state.last.wallMs) : null;
  }

  /** The wall-clock time since which both clocks have agreed. */
  steadySince(): Date {
    return new Date(this.#read().first.wallMs);
  }

  status(): ClockStatus {
    const state = this.#read();
    return { trusted: isTrusted(state), message: describeClock(state) };
  }

  /** What an operator should check; null while the clock is trusted, or after a recent start. */
  trouble(): string | null {
    const state = this.#read();
    return isTrusted(state) || state.cause.kind === 'start' ? null : describeClock(state);
  }

  #read(): ClockState {
    const before = this.#state;
    const state = readClock(before, this.#reading());
    this.#state = state;
    if (state.first === state.last) this.#logger.warn({ doubtMs: Math.round(state.doubtMs) }, describeClock(state));
    else if (isTrusted(state) && !isTrusted(before) && state.cause.kind !== 'start') {
      this.#logger.info({}, 'the system clock has run steadily for a while: deleting, ending and mailing go on');
    }
    return state;
  }

  #reading() {
    return { wallMs: this.#clocks.now().getTime(), monotonicMs: this.#clocks.monotonicMs() };
  }
}
