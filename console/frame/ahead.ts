/** Fetches what is likely to be opened next while nothing else is going on, so that it opens at once. */

const DIALOGS: readonly (() => Promise<unknown>)[] = [
  () => import('../palette/Palette.tsx'),
  () => import('../links/LinkDetails.tsx'),
  () => import('../links/AddLink.tsx'),
  () => import('../links/EditLink.tsx'),
  () => import('../links/FilterLinks.tsx'),
  () => import('../links/SortLinks.tsx'),
];

/** Begins when the browser is idle, one after the other; not where people asked to be spared data. Returns the way to stop. */
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
  // Safari has no requestIdleCallback.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(() => void begin(), 2_000);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }
  const idle = window.requestIdleCallback(() => void begin(), { timeout: 5_000 });
  return () => {
    stopped = true;
    window.cancelIdleCallback(idle);
  };
}
