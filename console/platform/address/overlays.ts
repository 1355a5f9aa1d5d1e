/**
 * Open dialogs stand in the address (`?dialog=add`, `?link=…`, `?edit=…`): a reload, the back button and a sent link
 * show the same. Opening adds a step to the history; closing takes that step back, so that back never reopens.
 */
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { currentLocation, useSearchState } from './search-params.ts';

/**
 * `dialog`: add, filter, sort, keys, upgrade, create-team, create-campaign, edit-campaign, delete-campaign, share. `link`: whose details are open. `edit`: which link is being
 * edited. `invite`, `manage`, `leave`, `clients`: which team it is about. `palette`: the command palette, over all of them.
 */
export const OVERLAYS = ['dialog', 'link', 'edit', 'invite', 'manage', 'leave', 'clients', 'palette'] as const;
export type OverlayName = (typeof OVERLAYS)[number];

interface OverlayState {
  readonly overlay?: OverlayName;
}

/** The step of the history that is being taken back: asked twice at once, it would take back the one before as well. */
let leaving: string | null = null;

function left(): void {
  leaving = null;
}

/** Whether a dialog is open in the address as it is now, which the screen may still be on its way to. */
export function isOverlayOpen(name: OverlayName): boolean {
  return currentLocation().params.has(name);
}

export function useOverlay() {
  const { params, put } = useSearchState();
  const navigate = useNavigate();
  const { state, key } = useLocation();

  const open = useCallback(
    (name: OverlayName, value: string) => {
      if (currentLocation().params.get(name) === value) return;
      put({ [name]: value }, { state: { overlay: name } satisfies OverlayState });
    },
    [put],
  );

  const close = useCallback(
    (name: OverlayName) => {
      if (!isOverlayOpen(name)) return;
      if ((state as OverlayState | null)?.overlay === name) {
        if (leaving === key) return;
        leaving = key;
        window.addEventListener('popstate', left, { once: true });
        void navigate(-1);
        return;
      }
      put({ [name]: null }, { replace: true });
    },
    [navigate, put, state, key],
  );

  /** Shows one dialog in the place of another: closing it leads back to before both. */
  const swap = useCallback(
    (name: OverlayName, next: OverlayName, value: string) => {
      const opened = (state as OverlayState | null)?.overlay === name;
      put(
        { [name]: null, [next]: value },
        { replace: true, state: opened ? ({ overlay: next } satisfies OverlayState) : null },
      );
    },
    [put, state],
  );

  return { params, open, close, swap };
}
