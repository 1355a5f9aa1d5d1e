/** Starts the console in several short tasks instead of a long one. */
import { type ReactNode, startTransition, useEffect, useState } from 'react';

/** The console has started: later content renders at once. */
let started = false;

/**
 * While the console starts, renders its children after everything around them, so that neither blocks the page for
 * long. `useDeferredValue` would not do: inside a deferred tree it defers nothing more.
 */
export function Deferred({ children }: { children: ReactNode }) {
  const [now, setNow] = useState(started);
  useEffect(() => {
    started = true;
    startTransition(() => setNow(true));
  }, []);
  return now && children;
}
