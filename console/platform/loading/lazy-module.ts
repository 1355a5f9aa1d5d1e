/** Modules that are loaded on demand, and rendered at once when they were loaded before. */

/**
 * Calls `load` once; after a failure the next call tries again. Once loaded, the promise calls back synchronously:
 * `React.lazy` then renders at once, where any other promise makes it show its fallback for 300 ms.
 */
export function lazyModule<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().then(
      (found) => {
        loading = atOnce(found);
        return found;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
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
