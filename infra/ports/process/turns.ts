/** Shares the event loop: long work gives it up now and then, so that other requests are answered meanwhile. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest time in ms for which one piece of work holds the event loop. */
const TURN_MS = 10;

export class Turns {
  #since = performance.now();

  /** Waits for the next turn of the event loop, if this work has held it for its time. */
  async rest(): Promise<void> {
    if (performance.now() - this.#since < TURN_MS) return;
    await nextTurn();
    this.#since = performance.now();
  }
}
