/** The pages that need no session, without a router: invitations, shares, otherwise the welcome page. */
import { Suspense } from 'react';
import { entry } from '../platform/address/history.ts';
import { useStore } from '../platform/store/create-store.ts';
import { Styled } from '../ui/theme/Styled.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { PUBLIC_PAGES } from './pages.ts';
import { WelcomePage } from './WelcomePage.tsx';

export function PublicApp() {
  const { pathname } = useStore(entry);
  const page = PUBLIC_PAGES.find(({ isAt }) => isAt(pathname));
  return (
    <Styled>
      <Suspense fallback={<LoadingScreen />}>
        {page === undefined ? <WelcomePage expired={false} /> : <page.Page />}
      </Suspense>
    </Styled>
  );
}
