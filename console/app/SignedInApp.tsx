/** The signed-in console: its pages and their addresses. Toasts and the discard question survive navigation. */
import { Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { useCurrentUser } from '../session/current-user.ts';
import { DiscardDialog } from '../ui/forms/DiscardDialog.tsx';
import { DraftOwnerProvider } from '../ui/forms/drafts.ts';
import { Toasts } from '../ui/toasts/Toasts.tsx';
import { ConsoleRouter } from './ConsoleRouter.tsx';
import { Dialogs } from './Dialogs.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { CONSOLE_PAGES, PUBLIC_PAGES } from './pages.ts';
import { Shell } from './shell/Shell.tsx';

const routesOf = (pages: typeof CONSOLE_PAGES) =>
  pages.map(({ path, Page }) => <Route key={path} path={path} element={<Page />} />);

const shell = (
  <Shell>
    <Dialogs />
  </Shell>
);

export function SignedInApp() {
  return (
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
        <Toasts />
      </ConsoleRouter>
    </DraftOwnerProvider>
  );
}
