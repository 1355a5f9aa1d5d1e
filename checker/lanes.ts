/**
 * The slots of concurrent visits. A visit that takes three times as long as recent visits moves to the slow lane and
 * frees its slot, up to eight slow visits for each slot.
 */

/** Visits in the slow lane per slot: most of them only wait for a silent host. */
const SLOW_LANE = 8;

/** A visit is slow when it takes this many times the recent average, and at least `MIN_SLOW_MS`. */
const SLOW_FACTOR = 3;
const MIN_SLOW_MS = 100;
/** The first average is this part of `slowMs`, so that many silent hosts are detected quickly. */
const FIRST_SHARE = 9;
/** Weight of the latest visit in the average. */
const SMOOTHING = 0.1;

/** The slot of one visit. */
interface Slot {
  readonly isSlow: boolean;
  /** Records the time of a visit that ended with results; it does not become slow anymore. */
  visitEnded(): void;
  /** Frees the slot, or the place in the slow lane. */
  release(): void;
}

export class Lanes {
  readonly #concurrency: number;
  readonly #slowMs: number;
  #free: number;
  #slow = 0;
  /** Recent average time of a visit, each counted as at most `slowMs`. */
  #averageMs: number;

  /** A visit that takes `slowMs` is slow, however long other visits take. */
  constructor(concurrency: number, slowMs: number) {
    this.#concurrency = concurrency;
    this.#slowMs = slowMs;
    this.#free = concurrency;
    this.#averageMs = slowMs / FIRST_SHARE;
  }

  get hasFreeSlot(): boolean {
    return this.#free > 0;
  }

  /** Whether the free slots are reserved for fast hosts: half of the slow lane is taken, and half of the slots. */
  get isForFastHosts(): boolean {
    return this.#slow >= (this.#concurrency * SLOW_LANE) / 2 && this.#free <= this.#concurrency / 2;
  }

  /** Takes a free slot. `onSlow` is called once the visit is slow, after its move to the slow lane if that has room. */
  take(onSlow: () => void): Slot {
    this.#free--;
    const started = performance.now();
    let isSlow = false;
    let inSlowLane = false;
    const becomeSlow = () => {
      isSlow = true;
      if (this.#slow < this.#concurrency * SLOW_LANE) {
        inSlowLane = true;
        this.#slow++;
        this.#free++;
      }
      onSlow();
    };
    const limitMs = Math.min(this.#slowMs, Math.max(MIN_SLOW_MS, this.#averageMs * SLOW_FACTOR));
    const timer = setTimeout(becomeSlow, limitMs);
    return {
      get isSlow() {
        return isSlow;
      },
      visitEnded: () => {
        clearTimeout(timer);
        this.#averageMs += (Math.min(performance.now() - started, this.#slowMs) - this.#averageMs) * SMOOTHING;
      },
      release: () => {
        clearTimeout(timer);
        if (inSlowLane) this.#slow--;
        else this.#free++;
      },
    };
  }
}
