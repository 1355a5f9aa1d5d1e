/** The signed-in person. */

import { createContext, useContext } from 'react';
import type { SWRConfiguration } from 'swr';
import useSWR from 'swr';
import type { UserAnswer } from '../../query-service/contract/answers/account.ts';
import { getCurrentUser, pathTo } from '../platform/api/client.ts';
import { pageMeta } from '../platform/browser/page-meta.ts';

export const USER_KEY = pathTo('/api/auth/user');

/** The page says when nobody is signed in: no request needed. */
const NOBODY: SWRConfiguration<UserAnswer | null, Error> =
  pageMeta('visitor') === 'nobody' ? { fallbackData: null, revalidateOnMount: false } : {};

/** undefined while loading, null without a session. */
export function useSession() {
  return useSWR<UserAnswer | null, Error>(USER_KEY, getCurrentUser, NOBODY);
}

const UserContext = createContext<UserAnswer | null>(null);

export const UserProvider = UserContext.Provider;

/** The signed-in person. @throws Error outside the signed-in pages */
export function useCurrentUser(): UserAnswer {
  const user = useContext(UserContext);
  if (user === null) throw new Error('useUser is for signed-in screens.');
  return user;
}
