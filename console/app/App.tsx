/** Decides between the signed-in console, the welcome page and waiting to know. */
import { Suspense, startTransition, useEffect, useState } from 'react';
import { onSignedOut } from '../platform/api/client.ts';
import { UserProvider, useSession } from '../session/current-user.ts';
import { onSignOutInOtherTab } from '../session/sign-out-broadcast.ts';
import { LoadingScreen } from './LoadingScreen.tsx';
import { Console, isPublicPath, Outside, preload } from './lazy-pages.ts';
import { ServerUnreachable } from './ServerUnreachable.tsx';
import { WelcomePage } from './WelcomePage.tsx';

export function App() {
  const { data: user, error, mutate } = useSession();
  /** Nobody is any more, where somebody was. */
  const [expired, setExpired] = useState(false);
  /** What is shown has been fetched. Who only suspends until then is kept waiting by React for 300 ms more, at each step. */
  const [preloaded, setFetched] = useState(false);
  const signedIn = user !== undefined && user !== null;

  useEffect(() => onSignOutInOtherTab(() => void mutate()), [mutate]);

  useEffect(() => onSignedOut(() => void mutate(null, { revalidate: false })), [mutate]);

  useEffect(() => {
    const { pathname } = window.location;
    if (signedIn || isPublicPath(pathname))
      void preload(pathname, signedIn).then(() => startTransition(() => setFetched(true)));
    if (!signedIn) return;
    setExpired(false);
    return () => setExpired(true);
  }, [signedIn]);

  // Someone who signed in through a mail opened elsewhere comes back to this tab and finds it signed in.
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
    if (!preloaded) return <LoadingScreen />;
    return (
      <Suspense fallback={<LoadingScreen />}>
        <Outside />
      </Suspense>
    );
  }
  if (!preloaded) return <LoadingScreen />;
  return (
    <UserProvider value={user}>
      <Suspense fallback={<LoadingScreen />}>
        <Console />
      </Suspense>
    </UserProvider>
  );
}
