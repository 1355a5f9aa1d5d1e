/** What only signed-in people load: the console itself and its screens, each a chunk of its own. */
import { lazy } from 'react';

const load = {
  console: () => import('./Console.tsx'),
  dashboard: () => import('../links/Dashboard.tsx'),
  trash: () => import('../trash/TrashPage.tsx'),
  settings: () => import('../users/Settings.tsx'),
};

export const Console = lazy(async () => ({ default: (await load.console()).Console }));
export const Dashboard = lazy(async () => ({ default: (await load.dashboard()).Dashboard }));
export const TrashPage = lazy(async () => ({ default: (await load.trash()).TrashPage }));
export const Settings = lazy(async () => ({ default: (await load.settings()).Settings }));

/** Fetches the console and the screen at `path` side by side rather than one after the other. */
export function preload(path: string): void {
  const page =
    path === '/' ? load.dashboard : path === '/trash' ? load.trash : path === '/settings' ? load.settings : null;
  for (const loader of [load.console, page]) loader?.().catch(() => undefined);
}
