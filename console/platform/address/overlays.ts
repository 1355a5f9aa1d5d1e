/**
 * Open dialogs are part of the address (`?dialog=add`, `?link=…`, `?edit=…`): a reload, the back button and a shared
 * link show the same. Opening adds a history entry; closing goes back, so that the back button never reopens a dialog.
 */
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { currentLocation, useSearchState } from './search-params.ts';

/**
 * `dialog`: add, add-many, filter, sort, keys, upgrade, create-team, create-campaign, edit-campaign, delete-campaign, invite, share,
 * evidence-pack, link-evidence-pack, new-report, edit-report, draft-issue, release-… and note-… with the id of an
 * issue, add-channel, edit-channel.
 * `link`: the link whose details are open. `edit`: the link that is edited. `correct`: the link whose verdict is
 * corrected. `terms`, `money`: the link whose terms or price are edited. `invite`, `manage`, `templates`, `leave`,
 * `clients`: a team. `brand`: a team or `personal`. `palette`: the command palette, above all others.
 */
export const OVERLAYS = [
  'dialog',
  'link',
  'edit',
  'correct',
  'terms',
  'money',
  'invite',
  'manage',
  'templates',
  'brand',
  'leave',
  'clients',
  'palette',
] as const;
type OverlayName = (typeof OVERLAYS)[number];

interface OverlayState {
  readonly overlay?: OverlayName;
}

/** The history entry being left: going back twice at once would leave the one before too. */
let leaving: string | null = null;

function left(): void {
  leaving = null;
}

/** Whether a dialog is open in the current address, which the page may not have rendered yet. */
export function isOverlayOpen(name: OverlayName): boolean {
  return currentLocation().params.has(name);
}

/** Whether a dialog is open in the current address. The details of a link are no dialog where they open beside the page. */
export function isDialogOpen(): boolean {
  const { params } = currentLocation();
  return OVERLAYS.some((name) => name !== 'link' && params.has(name));
}

/** The dialog that the current history entry opened: a menu may have replaced the entry that is still rendered. */
function openedNow(): OverlayName | undefined {
  const entry = window.history.state as { readonly usr?: OverlayState | null } | null;
  return entry?.usr?.overlay;
}

/** What a form needs that is open while the address has `name` with `value`. */
export function useFormOverlay(name: OverlayName, value: string) {
  const { open, close } = useOverlay();
  const isOpenAt = (params: URLSearchParams) => params.get(name) === value;
  return { isOpenAt, onClose: () => close(name), reopen: () => open(name, value) };
}

export function useOverlay() {
  const { params, put } = useSearchState();
  const navigate = useNavigate();
  const { state, key } = useLocation();

  const open = useCallback(
    (name: OverlayName, value: string) => {
      const before = currentLocation().params.get(name);
      if (before === value) return;
      // What replaces its like is closed by the same step back.
      const state = before === null || openedNow() === name ? ({ overlay: name } satisfies OverlayState) : null;
      put({ [name]: value }, { replace: before !== null, state });
    },
    [put],
  );

  const close = useCallback(
    (name: OverlayName) => {
      if (!isOverlayOpen(name)) return;
      if (openedNow() === name) {
        if (leaving === key) return;
        leaving = key;
        window.addEventListener('popstate', left, { once: true });
        void navigate(-1);
        return;
      }
      put({ [name]: null }, { replace: true });
    },
    [navigate, put, key],
  );

  /** Replaces one dialog with another: closing it returns to the page below. */
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
