/** The signed-in console: its screens and their addresses. */
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Broken } from './Broken.tsx';
import { Frame } from './Frame.tsx';
import { NotFound } from './NotFound.tsx';
import { Dashboard, Settings, TrashPage } from './pages.ts';

const router = createBrowserRouter([
  {
    path: '/',
    element: <Frame />,
    errorElement: <Broken />,
    children: [
      { index: true, element: <Dashboard /> },
      { path: 'trash', element: <TrashPage /> },
      { path: 'settings', element: <Settings /> },
      { path: '*', element: <NotFound /> },
    ],
  },
]);

export function Console() {
  return <RouterProvider router={router} />;
}
