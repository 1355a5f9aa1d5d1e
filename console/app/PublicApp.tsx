/** What signed-out people reach: an invitation, a share, and else the welcome page. */
import { Suspense } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Broken } from './ErrorScreen.tsx';
import { Loading } from './LoadingScreen.tsx';
import { InvitePage, SharePage } from './lazy-pages.ts';
import { Welcome } from './WelcomePage.tsx';

const router = createBrowserRouter([
  {
    errorElement: <Broken />,
    children: [
      { path: '/invite/:token', element: <InvitePage /> },
      { path: '/share/:shareId', element: <SharePage /> },
      { path: '*', element: <Welcome expired={false} /> },
    ],
  },
]);

export function Outside() {
  return (
    <Suspense fallback={<Loading />}>
      <RouterProvider router={router} />
    </Suspense>
  );
}
