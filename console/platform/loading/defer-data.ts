/** Drawing what came gives way to whoever presses something meanwhile. */
import { useDeferredValue } from 'react';
import type { Middleware } from 'swr';

/**
 * For `SWRConfig`. What SWR tells, React draws in one go, and for a whole screen that holds the page. So the first answer
 * of a read counts as not there until React drew in slices what shows it. What is known when a component first asks is
 * there at once, and so is every later answer.
 */
export const deferData: Middleware = (useNext) =>
  function useInSlices(key, fetcher, config) {
    const answer = useNext(key, fetcher, config);
    const there = answer.data !== undefined;
    const drawn = useDeferredValue(there);
    if (drawn || !there) return answer;
    const waiting = {
      data: undefined,
      isLoading: true,
      mutate: answer.mutate,
      // SWR draws anew whoever read them: read only for who does.
      get error() {
        return answer.error;
      },
      get isValidating() {
        return answer.isValidating;
      },
    };
    return waiting as typeof answer;
  };
