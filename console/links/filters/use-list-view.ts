/** The view of a list of links, stored in the address bar. */

import { useCallback } from 'react';
import { useLocation } from 'react-router';
import { useSearchState } from '../../platform/address/search-params.ts';
import { defaultsAt, type ListView, readListView, writeListView } from './list-view.ts';

/** The view in the address, and a way to change it. The back button undoes a change. */
export function useListView() {
  const { pathname } = useLocation();
  const { params, change: changeAddress } = useSearchState();
  const defaults = defaultsAt(pathname);
  const change = useCallback(
    (to: Partial<ListView>) => changeAddress((now) => writeListView(now, to, defaults)),
    [changeAddress, defaults],
  );
  /**
   * Changes the view within a menu: the back button undoes all of the menu's changes at once. The change is computed from
   * the address, which may be ahead of what is rendered.
   */
  const replace = useCallback(
    (to: (now: ListView) => Partial<ListView>) =>
      changeAddress((now) => writeListView(now, to(readListView(now, defaults)), defaults), { replace: true }),
    [changeAddress, defaults],
  );
  return { view: readListView(params, defaults), change, replace };
}
