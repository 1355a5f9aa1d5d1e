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
  /** Applies a change and closes the dialog where it was chosen. */
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
