/** The signed-in console: its screens and their addresses. */
import { Suspense } from 'react';
import { createBrowserRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Leaving } from '../ui/forms/DiscardDialog.tsx';
import { Toasts } from '../ui/toasts/Toasts.tsx';
import { Broken } from './ErrorScreen.tsx';
import { Loading } from './LoadingScreen.tsx';
import {
  AlertsPage,
  CampaignPage,
  CampaignsPage,
  ClientPage,
  ClientsPage,
  Dashboard,
  ExpiringPage,
  InvitePage,
  Settings,
  SharePage,
  TeamPage,
  TeamsPage,
  TrashPage,
} from './lazy-pages.ts';
import { NotFound } from './NotFoundPage.tsx';
import { Frame } from './shell/Shell.tsx';

/** Around every screen: what is said in passing, or asked before leaving, outlives the way from one to the next. */
function Everywhere() {
  return (
    <>
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
      <Leaving />
      <Toasts />
    </>
  );
}

const router = createBrowserRouter([
  {
    element: <Everywhere />,
    errorElement: <Broken />,
    children: [
      {
        path: '/',
        element: <Frame />,
        children: [
          { index: true, element: <Dashboard /> },
          { path: 'expiring-soon', element: <ExpiringPage /> },
          { path: 'clients', element: <ClientsPage /> },
          { path: 'clients/:clientDomain', element: <ClientPage /> },
          { path: 'campaigns', element: <CampaignsPage /> },
          { path: 'campaigns/:id', element: <CampaignPage /> },
          { path: 'teams', element: <TeamsPage /> },
          { path: 'teams/:teamId', element: <TeamPage /> },
          { path: 'alerts', element: <AlertsPage /> },
          { path: 'trash', element: <TrashPage /> },
          { path: 'settings', element: <Settings /> },
          { path: '*', element: <NotFound /> },
        ],
      },
      { path: '/invite/:token', element: <InvitePage /> },
      { path: '/share/:shareId', element: <SharePage /> },
    ],
  },
]);

export function Console() {
  return <RouterProvider router={router} />;
}
