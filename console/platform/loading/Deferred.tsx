/** The console starts in several short steps instead of a long one. */
import { type ReactNode, startTransition, useEffect, useState } from 'react';

/** Something was drawn later: the console has started, and what is opened from now on comes as a whole. */
let started = false;

/**
 * While the console starts, draws what is in it after what surrounds it, so that neither holds the page for long.
 * `useDeferredValue` would not do: within what it defers, it defers nothing more.
 */
export function Deferred({ children }: { children: ReactNode }) {
  const [now, setNow] = useState(started);
  useEffect(() => {
    started = true;
    startTransition(() => setNow(true));
  }, []);
  return now && children;
}
