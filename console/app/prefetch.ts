/** Fetches what is likely to be opened next while nothing else is going on, so that it opens at once. */

import { whenIdle } from '../platform/timing/idle.ts';
import { SMALL_SCREEN } from '../ui/theme/breakpoints.ts';

/** Longest wait for the browser to be idle. */
const LONGEST_MS = 5_000;

const DIALOGS: readonly (() => Promise<unknown>)[] = [
  () => import('./palette/CommandPalette.tsx'),
  () => import('../links/details/LinkDetails.tsx'),
  () => import('../links/edit/AddLinkDialog.tsx'),
  () => import('../links/edit/EditLinkDialog.tsx'),
  () => import('../links/filters/FilterDialog.tsx'),
  () => import('../links/filters/SortDialog.tsx'),
];

/**
 * Begins when the browser is idle, one after the other; on a phone once somebody touches the page; not where people asked
 * to be spared data. Returns the way to stop.
 */
export function prefetchDialogs(): () => void {
  if (window.matchMedia('(prefers-reduced-data: reduce)').matches) return () => undefined;
  let stopped = false;
  const begin = async () => {
    for (const load of DIALOGS) {
      if (stopped) return;
      // Whoever opens the dialog is told when it cannot be had.
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
