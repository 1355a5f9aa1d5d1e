/** The signed-in console: its pages and their addresses. Toasts and the discard question survive navigation. */
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Route, Routes } from 'react-router';
import { followSample } from '../platform/address/sample.ts';
import { whenIdle } from '../platform/timing/idle.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import { DiscardDialog } from '../ui/forms/DiscardDialog.tsx';
import { DraftOwnerProvider } from '../ui/forms/drafts.ts';
import { Styled } from '../ui/theme/Styled.tsx';
import { useToasts } from '../ui/toasts/toast-store.ts';
import { ConsoleRouter } from './ConsoleRouter.tsx';
import { Dialogs } from './Dialogs.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { CONSOLE_PAGES, PUBLIC_PAGES } from './pages.ts';
import { LONGEST_MS } from './prefetch.ts';
import { Shell } from './shell/Shell.tsx';

const loadToasts = async () => ({ default: (await import('../ui/toasts/Toasts.tsx')).Toasts });
const Toasts = lazy(loadToasts);

/** The toasts, from the first one on. */
function FirstToasts() {
  const now = useToasts().length > 0;
  const isNeeded = useRef(false);
  isNeeded.current ||= now;
  useEffect(() => whenIdle(() => void loadToasts().catch(() => undefined), LONGEST_MS), []);
  return <LazyBoundary opened={{ now, onError: () => undefined }}>{isNeeded.current && <Toasts />}</LazyBoundary>;
}

const routesOf = (pages: typeof CONSOLE_PAGES) =>
  pages.map(({ path, Page }) => <Route key={path} path={path} element={<Page />} />);

const shell = (
  <Shell>
    <Dialogs />
  </Shell>
);

followSample();

export function SignedInApp() {
  return (
    <Styled>
      <DraftOwnerProvider value={useCurrentUser().id}>
        <ConsoleRouter>
          <Suspense fallback={<LoadingScreen />}>
            <Routes>
              <Route path="/" element={shell}>
                {routesOf(CONSOLE_PAGES)}
                <Route path="*" element={<NotFoundPage />} />
              </Route>
              {routesOf(PUBLIC_PAGES)}
            </Routes>
          </Suspense>
          <DiscardDialog />
          <FirstToasts />
        </ConsoleRouter>
      </DraftOwnerProvider>
    </Styled>
  );
}
