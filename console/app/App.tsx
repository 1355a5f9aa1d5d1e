/** Decides between the signed-in console, the welcome page and waiting to know. */
import { Suspense, startTransition, useEffect, useState } from 'react';
import { onSignedOut } from '../platform/api/client.ts';
import { UserProvider, useAuth } from '../session/current-user.ts';
import { onSignedOutElsewhere } from '../session/sign-out-broadcast.ts';
import { Loading } from './LoadingScreen.tsx';
import { Console, isOpen, Outside, preload } from './lazy-pages.ts';
import { Unreachable } from './ServerUnreachable.tsx';
import { Welcome } from './WelcomePage.tsx';

export function App() {
  const { data: user, error, mutate } = useAuth();
  /** Nobody is any more, where somebody was. */
  const [expired, setExpired] = useState(false);
  /** What is shown has been fetched. Who only suspends until then is kept waiting by React for 300 ms more, at each step. */
  const [fetched, setFetched] = useState(false);
  const signedIn = user !== undefined && user !== null;

  useEffect(() => onSignedOutElsewhere(() => void mutate()), [mutate]);

  useEffect(() => onSignedOut(() => void mutate(null, { revalidate: false })), [mutate]);

  useEffect(() => {
    const { pathname } = window.location;
    if (signedIn || isOpen(pathname))
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
    return error === undefined ? <Loading /> : <Unreachable error={error} retry={() => void mutate()} />;
  if (user === null) {
    if (!isOpen(window.location.pathname)) return <Welcome expired={expired} />;
    if (!fetched) return <Loading />;
    return (
      <Suspense fallback={<Loading />}>
        <Outside />
      </Suspense>
    );
  }
  if (!fetched) return <Loading />;
  return (
    <UserProvider value={user}>
      <Suspense fallback={<Loading />}>
        <Console />
      </Suspense>
    </UserProvider>
  );
}
