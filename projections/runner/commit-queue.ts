/** Orders the commits of the views in one thread, so that a view with few changes does not wait for all that have many. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Lets commits of many changes run one after the other. Between two of them the event loop turns, so that new events
 * arrive and the views to which they matter little commit them: access that was taken away ends at once, also while
 * somebody imports links.
 */
export class CommitQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `commit` after those before it. */
  run<T>(commit: () => Promise<T>): Promise<T> {
    const own = this.#last.then(() => nextTurn()).then(commit);
    this.#last = own.catch(() => undefined);
    return own;
  }
}
