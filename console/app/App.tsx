/** Shows the signed-in console, a public page or the welcome page, as the session says. */
import { Suspense, startTransition, useEffect, useState } from 'react';
import { onSignedOut } from '../platform/api/client.ts';
import { UserProvider, useSession } from '../session/current-user.ts';
import { onSignOutInOtherTab } from '../session/sign-out-broadcast.ts';
import { LoadingScreen } from './LoadingScreen.tsx';
import { isPublicPath } from './pages.ts';
import { LazyPublicApp, LazySignedInApp, preload } from './preload.ts';
import { ServerUnreachable } from './ServerUnreachable.tsx';
import { WelcomePage } from './WelcomePage.tsx';

export function App() {
  const { data: user, error, mutate } = useSession();
  /** The session has ended. */
  const [expired, setExpired] = useState(false);
  const signedIn = user !== undefined && user !== null;
  /**
   * The sign-in state whose code has loaded; main.tsx has waited for the code of the first. Suspending would cost
   * 300 ms at each step: React throttles fallbacks.
   */
  const [preloaded, setPreloaded] = useState(signedIn);

  useEffect(() => onSignOutInOtherTab(() => void mutate()), [mutate]);

  useEffect(() => onSignedOut(() => void mutate(null, { revalidate: false })), [mutate]);

  useEffect(() => {
    const { pathname } = window.location;
    if (preloaded !== signedIn)
      void preload(pathname, signedIn).then(() => startTransition(() => setPreloaded(signedIn)));
  }, [signedIn, preloaded]);

  useEffect(() => {
    if (!signedIn) return;
    setExpired(false);
    return () => setExpired(true);
  }, [signedIn]);

  // After signing in through a mail in another tab, this tab is signed in too.
  useEffect(() => {
    if (user !== null) return;
    const look = () => document.visibilityState === 'visible' && void mutate();
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
    };
  }, [user, mutate]);

  if (user === undefined)
    return error === undefined ? <LoadingScreen /> : <ServerUnreachable error={error} retry={() => void mutate()} />;
  if (user === null) {
    if (!isPublicPath(window.location.pathname)) return <WelcomePage expired={expired} />;
    if (preloaded) return <LoadingScreen />;
    return (
      <Suspense fallback={<LoadingScreen />}>
        <LazyPublicApp />
      </Suspense>
    );
  }
  if (!preloaded) return <LoadingScreen />;
  return (
    <UserProvider value={user}>
      <Suspense fallback={<LoadingScreen />}>
        <LazySignedInApp />
      </Suspense>
    </UserProvider>
  );
}
