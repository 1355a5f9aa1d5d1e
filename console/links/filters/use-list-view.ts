/** The view of a list of links, kept in the address bar. */

import { useCallback } from 'react';
import { useLocation } from 'react-router';
import { useSearchState } from '../../platform/address/search-params.ts';
import { defaultsAt, type ListView, readListView, writeListView } from './list-view.ts';

/** The view in the address, and the way to change it. A change is a step back can undo. */
export function useListView() {
  const { pathname } = useLocation();
  const { params, change: changeAddress } = useSearchState();
  const defaults = defaultsAt(pathname);
  const change = useCallback(
    (to: Partial<ListView>) => changeAddress((now) => writeListView(now, to, defaults)),
    [changeAddress, defaults],
  );
  /** Shows the change in place of the dialog it was chosen in. */
  const apply = useCallback(
    (to: Partial<ListView>) =>
      changeAddress(
        (now) => {
          const next = writeListView(now, to, defaults);
          next.delete('dialog');
          return next;
        },
        { replace: true },
      ),
    [changeAddress, defaults],
  );
  return { view: readListView(params, defaults), change, apply };
}
