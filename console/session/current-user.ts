/** Who is signed in. */
import { createContext, useContext } from 'react';
import useSWR, { type SWRConfiguration } from 'swr';
import type { UserAnswer } from '../../query-service/contract/queries.ts';
import { getCurrentUser } from '../platform/api/client.ts';
import { pageMeta } from '../platform/browser/page-meta.ts';

export const USER_KEY = '/api/auth/user';

/** Who came signed in to nothing is told so by the page, and asks nobody. */
const NOBODY: SWRConfiguration<UserAnswer | null, Error> =
  pageMeta('visitor') === 'nobody' ? { fallbackData: null, revalidateOnMount: false } : {};

/** undefined while unknown, null when nobody is signed in. */
export function useSession() {
  return useSWR<UserAnswer | null, Error>(USER_KEY, getCurrentUser<UserAnswer>, NOBODY);
}

const UserContext = createContext<UserAnswer | null>(null);
export const UserProvider = UserContext.Provider;

/** The signed-in person. @throws Error outside the signed-in frame. */
export function useCurrentUser(): UserAnswer {
  const user = useContext(UserContext);
  if (user === null) throw new Error('useUser is for signed-in screens.');
  return user;
}

/** 'Ada Lovelace', or the e-mail address where there is no name. */
export function nameOf({ firstName, lastName, email }: UserAnswer): string {
  return `${firstName} ${lastName}`.trim() || email;
}

/** Two letters for the avatar; 'JD' where nothing is known. */
export function initialsOf({ firstName, lastName, email }: UserAnswer): string {
  const named = `${[...firstName.trim()][0] ?? ''}${[...lastName.trim()][0] ?? ''}`;
  return (named || email.slice(0, 2) || 'JD').toUpperCase();
}
