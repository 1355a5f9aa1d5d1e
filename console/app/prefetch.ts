/** Loads the code of likely dialogs while the browser is idle, so that they open at once. */

import { whenIdle } from '../platform/timing/idle.ts';
import { SMALL_SCREEN } from '../ui/theme/breakpoints.ts';

/** The longest wait for an idle browser. */
const LONGEST_MS = 5_000;

const DIALOGS: readonly (() => Promise<unknown>)[] = [
  () => import('./palette/CommandPalette.tsx'),
  () => import('../links/details/LinkDetails.tsx'),
  () => import('../links/edit/AddLinkDialog.tsx'),
  () => import('../links/edit/EditLinkDialog.tsx'),
  () => import('../links/filters/FilterMenu.tsx'),
  () => import('../links/filters/SortMenu.tsx'),
];

/**
 * Starts when the browser is idle, one dialog after the other; on a phone, after the first touch. Does nothing for
 * people who save data. Returns the way to stop.
 */
export function prefetchDialogs(): () => void {
  if (window.matchMedia('(prefers-reduced-data: reduce)').matches) return () => undefined;
  let stopped = false;
  const begin = async () => {
    for (const load of DIALOGS) {
      if (stopped) return;
      // A failure is reported when the dialog is opened.
      await load().catch(() => undefined);
    }
  };
  let stop: () => void = () => undefined;
  const wait = () => {
    stop = whenIdle(() => void begin(), LONGEST_MS);
  };
  const small = window.matchMedia(SMALL_SCREEN).matches;
  if (small) window.addEventListener('pointerdown', wait, { once: true });
  else wait();
  return () => {
    stopped = true;
    window.removeEventListener('pointerdown', wait);
    stop();
  };
}
