/** The way back from a past moment to today. Apart from the moment itself, which also pages without the router need. */
import { useCallback } from 'react';
import { TO_TODAY } from './as-of.ts';
import { useSearchState } from './search-params.ts';

/** Shows today again, on the same page. */
export function useBackToToday(): () => void {
  const { put } = useSearchState();
  return useCallback(() => put({ asOf: null, dialog: null, page: null }, { state: TO_TODAY }), [put]);
}
