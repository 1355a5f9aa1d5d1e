/**
 * Open dialogs stand in the address (`?dialog=add`, `?link=…`, `?edit=…`): a reload, the back button and a sent link
 * show the same. Opening adds a step to the history; closing takes that step back, so that back never reopens.
 */
import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** `dialog`: add, filter, sort, keys. `link`: whose details are open. `edit`: which link is being edited. */
export type OverlayName = 'dialog' | 'link' | 'edit';
export type DialogName = 'add' | 'filter' | 'sort' | 'keys';

interface OverlayState {
  readonly overlay?: OverlayName;
}

/** The address as it is now, not as it was when a callback was made: some work ends after its dialog. */
function present(): { readonly pathname: string; readonly params: URLSearchParams } {
  return { pathname: window.location.pathname, params: new URLSearchParams(window.location.search) };
}

export function useOverlay() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();

  const open = useCallback(
    (name: OverlayName, value: string) => {
      const now = present();
      if (now.params.get(name) === value) return;
      now.params.set(name, value);
      void navigate(
        { pathname: now.pathname, search: now.params.toString() },
        { state: { overlay: name } satisfies OverlayState, preventScrollReset: true },
      );
    },
    [navigate],
  );

  const close = useCallback(
    (name: OverlayName) => {
      const now = present();
      if (!now.params.has(name)) return;
      if ((state as OverlayState | null)?.overlay === name) {
        void navigate(-1);
        return;
      }
      now.params.delete(name);
      void navigate(
        { pathname: now.pathname, search: now.params.toString() },
        { replace: true, preventScrollReset: true },
      );
    },
    [navigate, state],
  );

  return { params, open, close };
}
