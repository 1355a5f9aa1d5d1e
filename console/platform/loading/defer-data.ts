/** Renders new data at low priority, so that input stays responsive. */
import { useDeferredValue } from 'react';
import type { Middleware } from 'swr';

/**
 * Middleware for `SWRConfig`. React renders SWR's updates at high priority, which blocks the page for a whole screen.
 * So the first answer of a read counts as missing until React has rendered it with interruptions. Cached data and later
 * answers are passed on at once.
 */
export const deferData: Middleware = (useNext) =>
  function useInSlices(key, fetcher, config) {
    const answer = useNext(key, fetcher, config);
    const hasData = answer.data !== undefined;
    const drawn = useDeferredValue(hasData);
    if (drawn || !hasData) return answer;
    const waiting = {
      data: undefined,
      isLoading: true,
      mutate: answer.mutate,
      // SWR renders a component again for the fields it reads: read them only on demand.
      get error() {
        return answer.error;
      },
      get isValidating() {
        return answer.isValidating;
      },
    };
    return waiting as typeof answer;
  };
