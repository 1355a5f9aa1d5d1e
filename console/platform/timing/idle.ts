/** Work for an idle browser. */

/** Calls back when the browser is idle, after `longestMs` milliseconds at the latest. Returns the way to stop. */
export function whenIdle(begin: () => void, longestMs: number): () => void {
  // Safari has no requestIdleCallback.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(begin, longestMs / 4);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(begin, { timeout: longestMs });
  return () => window.cancelIdleCallback(idle);
}
