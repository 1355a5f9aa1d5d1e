import type { ExecutionContext } from 'ava';
import type { Opener } from './temporary-folder.ts';

/**
 * Limits how many tests run at the same time, so that a machine does not make them time out. A test waits for its turn
 * with the returned function, once. Its turn ends after its last teardown, and the test logs how long the turn took.
 */
export function turns(count: number): (t: ExecutionContext) => Promise<void> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (t) => {
    if (running === count) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    const start = performance.now();
    t.teardown(() => {
      // AVA's own time counts the wait, too.
      t.log(`took ${Math.round(performance.now() - start)} ms`);
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    });
  };
}

/** The same opener for a suite on one shared server: a few tests at the same time. A test must open only once. */
export function openInTurn<Store>(open: Opener<Store>): Opener<Store> {
  const turn = turns(4);
  return async (t) => {
    await turn(t);
    return open(t);
  };
}
