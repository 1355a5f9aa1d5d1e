import type { Opener } from './temporary-folder.ts';

/**
 * The same opener for a suite on one shared server: as many tests at once as `count` says, so that the machine does not
 * make them time out. A test must open only once.
 */
export function aFewAtATime<Store>(open: Opener<Store>, count = 4): Opener<Store> {
  const turns = Array.from({ length: count }, () => Promise.resolve());
  let next = 0;
  return async (t) => {
    const turn = next++ % count;
    const before = turns[turn];
    const end = Promise.withResolvers<void>();
    turns[turn] = end.promise;
    t.teardown(() => end.resolve());
    await before;
    return open(t);
  };
}
