/** Routes the pages by the history of the browser. */
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { Router } from 'react-router';
import { currentEntry, navigator, onStep } from '../platform/address/history.ts';

export function ConsoleRouter({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(currentEntry);
  useLayoutEffect(() => onStep((next) => startTransition(() => setLocation(next))), []);
  return (
    <Router location={location} navigator={navigator}>
      {children}
    </Router>
  );
}
