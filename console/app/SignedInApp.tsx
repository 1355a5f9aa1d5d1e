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
import {
  AlertsPage,
  CampaignPage,
  CampaignsPage,
  ClientPage,
  ClientsPage,
  ComparePage,
  DashboardPage,
  ExpiringPage,
  InvitationPage,
  LedgerPage,
  SettingsPage,
  SharePage,
  SystemPage,
  TeamPage,
  TeamsPage,
  TrashPage,
} from './lazy-pages.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
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
          { index: true, element: <DashboardPage /> },
          { path: 'expiring-soon', element: <ExpiringPage /> },
          { path: 'clients', element: <ClientsPage /> },
          { path: 'clients/:clientDomain', element: <ClientPage /> },
          { path: 'campaigns', element: <CampaignsPage /> },
          { path: 'campaigns/:id', element: <CampaignPage /> },
          { path: 'teams', element: <TeamsPage /> },
          { path: 'teams/:teamId', element: <TeamPage /> },
          { path: 'alerts', element: <AlertsPage /> },
          { path: 'ledger', element: <LedgerPage /> },
          { path: 'compare', element: <ComparePage /> },
          { path: 'trash', element: <TrashPage /> },
          { path: 'settings', element: <SettingsPage /> },
          { path: 'system', element: <SystemPage /> },
          { path: '*', element: <NotFoundPage /> },
        ],
      },
      { path: '/invite/:token', element: <InvitationPage /> },
      { path: '/share/:shareId', element: <SharePage /> },
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
