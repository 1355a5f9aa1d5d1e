/** Opens a list with the view that the person chose for it. */
import { useEffect, useRef } from 'react';
import { currentLocation, useSearchState } from '../../platform/address/search-params.ts';
import { useDefaultViewId, useSavedViews } from './saved-views.ts';

/** Shows the default view if the page was opened without any filter, order or dialog in its address. */
export function useDefaultView(): void {
  const { change } = useSearchState();
  const isFresh = useRef(currentLocation().params.size === 0);
  const id = useDefaultViewId();
  const { data: views } = useSavedViews(typeof id === 'string');
  const query = views?.find((view) => view.id === id)?.query;
  useEffect(() => {
    if (query === undefined || !isFresh.current) return;
    isFresh.current = false;
    if (currentLocation().params.size === 0) change(() => new URLSearchParams(query), { replace: true });
  }, [query, change]);
}
