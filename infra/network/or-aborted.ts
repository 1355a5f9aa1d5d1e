/**
 * The promise, or a rejection with `onAbort()`, by default the signal's reason, as soon as the signal aborts; the promise
 * then continues unobserved.
 */
export function orAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
  onAbort: () => unknown = () => signal.reason,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(onAbort());
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
