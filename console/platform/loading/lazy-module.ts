/** Parts of the console that are fetched when they are needed, and shown at once where they were fetched before. */

/**
 * Asks `load` once; a failure is forgotten, so that the next asks again. What has come is told in the moment somebody
 * asks for it: `React.lazy` then renders it at once, where any other promise makes it show its fallback, and keep it for
 * 300 ms.
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
  // Without a function: somebody asks only to hear of a failure.
  const then = (tell?: ((value: T) => unknown) | null) => {
    tell?.(found);
    return promise;
  };
  return Object.assign(promise, { then });
}
