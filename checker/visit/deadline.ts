/** Time limits that only count the time in which this process could read. */

/** A limit is counted in so many steps. */
const STEPS = 20;

/**
 * Calls `expire` after `ms` milliseconds of running. While the process is suspended, or something blocks its event loop,
 * answers wait unread: such a pause counts as one step of the limit, so that they are read before it ends. Returns a
 * function that ends the limit.
 */
export function startDeadline(ms: number, expire: () => void): () => void {
  let left = STEPS;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    expire();
  }, ms / STEPS);
  return () => clearInterval(timer);
}
