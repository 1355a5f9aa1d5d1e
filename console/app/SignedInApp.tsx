/** The signed-in console: its pages and their addresses. */
import { Suspense } from 'react';
import { createBrowserRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { keepAsOf } from '../platform/address/as-of.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { DiscardDialog } from '../ui/forms/DiscardDialog.tsx';
import { DraftOwnerProvider } from '../ui/forms/drafts.ts';
import { Toasts } from '../ui/toasts/Toasts.tsx';
import { Dialogs } from './Dialogs.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { CONSOLE_PAGES, PUBLIC_PAGES } from './pages.ts';
import { Shell } from './shell/Shell.tsx';

/** Around every page: toasts and the discard question survive navigation. */
function RootLayout() {
  return (
    <>
      <Suspense fallback={<LoadingScreen />}>
        <Outlet />
      </Suspense>
      <DiscardDialog />
      <Toasts />
    </>
  );
}

const router = createBrowserRouter([
  {
    element: <RootLayout />,
    errorElement: <ErrorScreen />,
    children: [
      {
        path: '/',
        element: (
          <Shell>
            <Dialogs />
          </Shell>
        ),
        children: [
          ...CONSOLE_PAGES.map(({ path, Page }) => ({ path, element: <Page /> })),
          { path: '*', element: <NotFoundPage /> },
        ],
      },
      ...PUBLIC_PAGES.map(({ path, Page }) => ({ path, element: <Page /> })),
    ],
  },
]);

keepAsOf(router);

export function SignedInApp() {
  return (
    <DraftOwnerProvider value={useCurrentUser().id}>
      <RouterProvider router={router} />
    </DraftOwnerProvider>
  );
}
