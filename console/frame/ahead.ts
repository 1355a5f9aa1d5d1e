/** Fetches what is likely to be opened next while nothing else is going on, so that it opens at once. */

import { SMALL_SCREEN } from '../theme.ts';
import { whenIdle } from './idle.ts';

/** Longest wait for the browser to be idle. */
const LONGEST_MS = 5_000;

const DIALOGS: readonly (() => Promise<unknown>)[] = [
  () => import('../palette/Palette.tsx'),
  () => import('../links/LinkDetails.tsx'),
  () => import('../links/AddLink.tsx'),
  () => import('../links/EditLink.tsx'),
  () => import('../links/FilterLinks.tsx'),
  () => import('../links/SortLinks.tsx'),
];

/**
 * Begins when the browser is idle, one after the other; on a phone once somebody touches the page; not where people asked
 * to be spared data. Returns the way to stop.
 */
export function fetchAhead(): () => void {
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
