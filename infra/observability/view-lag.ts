/** How long views have been behind the log: by time, because positions of some engines cannot be subtracted. */
import { pauseFor } from '../ports/process/rounds.ts';

interface ViewPosition {
  readonly view: string;
  readonly position: number;
}

interface LagSource {
  /** The position of the last event. */
  readonly head: () => Promise<number>;
  readonly positions: () => Promise<readonly ViewPosition[]> | readonly ViewPosition[];
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number;
  /** Milliseconds between two readings of the log. */
  readonly everyMs: number;
}

interface HeadMark {
  readonly head: number;
  readonly at: number;
}

/** The most marks; beyond that, every second mark is dropped. */
const MAX_MARKS = 512;

export class ViewLag {
  readonly #source: LagSource;
  /** Positions of the log that some view had not reached, with the time of their first reading; ascending. */
  #marks: HeadMark[] = [];

  constructor(source: LagSource) {
    this.#source = source;
  }

  /** Reads the log's head until aborted. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // A store that does not answer is reported elsewhere.
      await this.look().catch(() => undefined);
      await pauseFor(this.#source.everyMs, signal);
    }
  }

  /** Reads the log's head once. */
  async look(): Promise<void> {
    const { head: readHead, positions, now } = this.#source;
    const [head, reached] = [await readHead(), await positions()];
    const lowest = Math.min(...reached.map(({ position }) => position));
    this.#marks = this.#marks.filter((mark) => mark.head > lowest);
    if (head > lowest && head > (this.#marks.at(-1)?.head ?? 0)) this.#marks.push({ head, at: now() });
    if (this.#marks.length > MAX_MARKS) this.#marks = this.#marks.filter((_, index) => index % 2 === 0);
  }

  /** Seconds since each view was last seen at the end of the log; 0 while it is there. */
  async seconds(): Promise<readonly { readonly view: string; readonly seconds: number }[]> {
    const now = this.#source.now();
    return (await this.#source.positions()).map(({ view, position }) => {
      const missed = this.#marks.find(({ head }) => head > position);
      return { view, seconds: missed === undefined ? 0 : (now - missed.at) / 1_000 };
    });
  }
}
