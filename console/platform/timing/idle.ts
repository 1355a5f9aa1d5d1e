/** Work for when the browser has none. */

/** Calls back once nothing else is going on, after `longestMs` at the latest. Returns the way to stop. */
export function whenIdle(begin: () => void, longestMs: number): () => void {
  // Safari has no requestIdleCallback.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(begin, longestMs / 4);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(begin, { timeout: longestMs });
  return () => window.cancelIdleCallback(idle);
}
