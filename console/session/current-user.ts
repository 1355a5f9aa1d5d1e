/** The signed-in person. */

import { createContext, useContext } from 'react';
import type { SWRConfiguration } from 'swr';
import useSWR from 'swr';
import type { UserAnswer } from '../../query-service/contract/answers/account.ts';
import { getCurrentUser, pathTo } from '../platform/api/client.ts';
import { pageMeta } from '../platform/browser/page-meta.ts';

export const USER_KEY = pathTo('/api/auth/user');

/** The session before the first rendering. The page itself says that nobody is signed in, without a request. */
let initialUser: UserAnswer | null | undefined = pageMeta('visitor') === 'nobody' ? null : undefined;

/**
 * Reads the session while `preload` loads the code that its visitor will probably need. Resolves when both have ended,
 * also after a failure: the component that uses the session shows the failure and tries again.
 * @param readAhead called once somebody is signed in. Not earlier: the changes that the server announces begin with this
 * answer, so what is read before it could miss one.
 */
export async function loadSession(
  preload: (signedIn: boolean) => Promise<void>,
  readAhead: () => Promise<void>,
): Promise<void> {
  const mayBeSignedIn = initialUser !== null;
  const reading = mayBeSignedIn ? getCurrentUser(USER_KEY) : null;
  // A failure costs time only: the page reads the same again.
  void reading?.then((user) => (user === null ? undefined : readAhead())).catch(() => undefined);
  await Promise.allSettled([reading, preload(mayBeSignedIn)]);
  if (reading !== null) initialUser = await reading.catch(() => undefined);
}

/** undefined while loading, null without a session. */
export function useSession() {
  const start: SWRConfiguration<UserAnswer | null, Error> =
    initialUser === undefined ? {} : { fallbackData: initialUser, revalidateOnMount: false };
  return useSWR<UserAnswer | null, Error>(USER_KEY, getCurrentUser, start);
}

const UserContext = createContext<UserAnswer | null>(null);

export const UserProvider = UserContext.Provider;

/** The signed-in person. @throws Error outside the signed-in pages */
export function useCurrentUser(): UserAnswer {
  const user = useContext(UserContext);
  if (user === null) throw new Error('useUser is for signed-in screens.');
  return user;
}
