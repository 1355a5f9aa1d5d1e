/** Time limits that count only the time in which this process could read. */

/** The number of steps in which a limit is counted. */
const STEPS = 20;

/**
 * Calls `expire` after `ms` milliseconds of running. While the process is suspended, or its event loop is blocked,
 * answers wait unread: such a pause counts as one step of the limit, so that they are read before the limit ends.
 * Returns a function that ends the limit.
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
