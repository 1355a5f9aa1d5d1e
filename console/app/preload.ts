/** Loads the code of the first page before React needs it. */
import { type ComponentType, lazy } from 'react';
import { preloadTable } from '../links/table/lazy-table.ts';
import { listsLinks } from '../platform/address/page-paths.ts';
import { lazyModule } from '../platform/loading/lazy-module.ts';
import { preloadTooltips } from '../ui/feedback/ActionTooltip.tsx';
import { SMALL_SCREEN } from '../ui/theme/breakpoints.ts';
import { isPublicPath, loadPage } from './pages.ts';

/** An app with the styles that it needs; the welcome page has none of them. */
function styled(load: () => Promise<ComponentType>) {
  const loadStyles = async () => (await import('../ui/theme/Styled.tsx')).openStyles();
  return lazyModule(async () => ({ default: (await Promise.all([load(), loadStyles()]))[0] }));
}

const loadSignedInApp = styled(async () => (await import('./SignedInApp.tsx')).SignedInApp);
const loadPublicApp = styled(async () => (await import('./PublicApp.tsx')).PublicApp);

const loadReadAhead = () => import('../dashboard/read-ahead.ts');

export const LazySignedInApp = lazy(loadSignedInApp);
/** The pages for people without a session, except the welcome page. */
export const LazyPublicApp = lazy(loadPublicApp);

/**
 * Loads the app, the page at `path` and its table in parallel; nothing for the welcome page. Resolves when each has loaded
 * or failed: a failure is reported, and retried, where the code is needed.
 */
export async function preload(path: string, signedIn: boolean): Promise<void> {
  if (!signedIn && !isPublicPath(path)) return;
  const needsTable = listsLinks(path) && !window.matchMedia(SMALL_SCREEN).matches;
  await Promise.allSettled([
    signedIn ? loadSignedInApp() : loadPublicApp(),
    loadPage(path),
    needsTable ? preloadTable() : undefined,
    signedIn ? preloadTooltips() : undefined,
    signedIn && path === '/' ? loadReadAhead() : undefined,
  ]);
}

/** Begins to read what a page shows first, while its code still loads. Only the dashboard does. */
export async function readAhead({ pathname, search }: Location): Promise<void> {
  if (pathname === '/') (await loadReadAhead()).readDashboardAhead(search);
}
