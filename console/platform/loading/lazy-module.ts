/** Modules that are loaded on demand, and rendered at once when they were loaded before. */

/**
 * Calls `load` once; after a failure the next call tries again. Once loaded, the promise calls back synchronously:
 * `React.lazy` then renders at once, where any other promise makes it show its fallback for 300 ms.
 */
export function lazyModule<T>(load: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return () => {
    kept ??= load().then(
      (found) => {
        kept = atOnce(found);
        return found;
      },
      (error: unknown) => {
        kept = undefined;
        throw error;
      },
    );
    return kept;
  };
}

function atOnce<T>(found: T): Promise<T> {
  const promise = Promise.resolve(found);
  // Without a function: the caller only handles a failure.
  const then = (tell?: ((value: T) => unknown) | null) => {
    tell?.(found);
    return promise;
  };
  return Object.assign(promise, { then });
}
