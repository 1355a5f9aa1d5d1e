/** Routes the pages by the history of the browser. */
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { Router } from 'react-router';
import { entry, navigator } from '../platform/address/history.ts';

export function ConsoleRouter({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(entry.get);
  useLayoutEffect(() => entry.subscribe(() => startTransition(() => setLocation(entry.get()))), []);
  return (
    <Router location={location} navigator={navigator}>
      {children}
    </Router>
  );
}
