/** The pages that need no session: invitations, shares, otherwise the welcome page. */
import { Suspense } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ErrorScreen } from './ErrorScreen.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { PUBLIC_PAGES } from './pages.ts';
import { WelcomePage } from './WelcomePage.tsx';

const router = createBrowserRouter([
  {
    errorElement: <ErrorScreen />,
    children: [
      ...PUBLIC_PAGES.map(({ path, Page }) => ({ path, element: <Page /> })),
      { path: '*', element: <WelcomePage expired={false} /> },
    ],
  },
]);

export function PublicApp() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <RouterProvider router={router} />
    </Suspense>
  );
}
