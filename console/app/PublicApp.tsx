/** The pages that need no session: invitations, shares, otherwise the welcome page. */
import { Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { ConsoleRouter } from './ConsoleRouter.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { PUBLIC_PAGES } from './pages.ts';
import { WelcomePage } from './WelcomePage.tsx';

export function PublicApp() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ConsoleRouter>
        <Routes>
          {PUBLIC_PAGES.map(({ path, Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="*" element={<WelcomePage expired={false} />} />
        </Routes>
      </ConsoleRouter>
    </Suspense>
  );
}
