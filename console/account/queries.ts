/** The account of the signed-in person: profile, sign-in methods and sessions. */
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';

export const PROFILE_URL = pathTo('/api/user/profile');

export function useProfile() {
  return useAnswer(PROFILE_URL);
}

export function useIdentities() {
  return useAnswer(pathTo('/api/identities'));
}

export function useProviders() {
  return useAnswer(pathTo('/api/providers'));
}

export function useSessions() {
  return useAnswer(pathTo('/api/sessions'));
}
