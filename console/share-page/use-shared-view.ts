import { useCallback } from 'react';
import { entry, navigator } from '../platform/address/history.ts';
import { useStore } from '../platform/store/create-store.ts';
import { readView, type SharedView, writeView } from './shared-view.ts';

/** The view in the address, and a function that changes it. The back button undoes changes other than typing. */
export function useSharedView() {
  const { search } = useStore(entry);
  const change = useCallback((to: Partial<SharedView>) => {
    const now = readView(new URLSearchParams(window.location.search));
    const address = { search: `${writeView(now, to)}` };
    if (to.q === undefined) navigator.push(address);
    else navigator.replace(address);
  }, []);
  return { view: readView(new URLSearchParams(search)), change };
}
