/**
 * Open dialogs stand in the address (`?dialog=add`, `?link=…`, `?edit=…`): a reload, the back button and a sent link
 * show the same. Opening adds a step to the history; closing takes that step back, so that back never reopens.
 */
import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/**
 * `dialog`: add, filter, sort, keys, upgrade, create-team, create-campaign, edit-campaign, delete-campaign, share. `link`: whose details are open. `edit`: which link is being
 * edited. `invite`, `manage`, `leave`, `clients`: which team it is about. `palette`: the command palette, over all of them.
 */
export const OVERLAYS = ['dialog', 'link', 'edit', 'invite', 'manage', 'leave', 'clients', 'palette'] as const;
export type OverlayName = (typeof OVERLAYS)[number];

interface OverlayState {
  readonly overlay?: OverlayName;
}

/** The address as it is now, not as it was when a callback was made: some work ends after its dialog. */
function present(): { readonly pathname: string; readonly hash: string; readonly params: URLSearchParams } {
  const { pathname, hash, search } = window.location;
  return { pathname, hash, params: new URLSearchParams(search) };
}

/** The step of the history that is being taken back: asked twice at once, it would take back the one before as well. */
let leaving: string | null = null;

function left(): void {
  leaving = null;
}

/** Whether a dialog is open in the address as it is now, which the screen may still be on its way to. */
export function isOverlaid(name: OverlayName): boolean {
  return present().params.has(name);
}

export function useOverlay() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state, key } = useLocation();

  const open = useCallback(
    (name: OverlayName, value: string) => {
      const now = present();
      if (now.params.get(name) === value) return;
      now.params.set(name, value);
      void navigate(
        { pathname: now.pathname, search: now.params.toString(), hash: now.hash },
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
        if (leaving === key) return;
        leaving = key;
        window.addEventListener('popstate', left, { once: true });
        void navigate(-1);
        return;
      }
      now.params.delete(name);
      void navigate(
        { pathname: now.pathname, search: now.params.toString(), hash: now.hash },
        { replace: true, preventScrollReset: true },
      );
    },
    [navigate, state, key],
  );

  /** Shows one dialog in the place of another: closing it leads back to before both. */
  const swap = useCallback(
    (name: OverlayName, next: OverlayName, value: string) => {
      const now = present();
      now.params.delete(name);
      now.params.set(next, value);
      const opened = (state as OverlayState | null)?.overlay === name;
      void navigate(
        { pathname: now.pathname, search: now.params.toString(), hash: now.hash },
        { replace: true, preventScrollReset: true, state: opened ? ({ overlay: next } satisfies OverlayState) : null },
      );
    },
    [navigate, state],
  );

  return { params, open, close, swap };
}
