/** The account of the signed-in person: profile, sign-in methods and sessions. */
import useSWR from 'swr';
import type {
  IdentityAnswer,
  ProfileAnswer,
  ProviderAnswer,
  SessionAnswer,
} from '../../query-service/contract/answers/account.ts';
import { type ApiError, get } from '../platform/api/client.ts';

export const PROFILE_URL = '/api/user/profile';

export function useProfile() {
  return useSWR<ProfileAnswer, ApiError>(PROFILE_URL, get<ProfileAnswer>);
}

export function useIdentities() {
  return useSWR<readonly IdentityAnswer[], ApiError>('/api/identities', get<readonly IdentityAnswer[]>);
}

export function useProviders() {
  return useSWR<readonly ProviderAnswer[], ApiError>('/api/providers', get<readonly ProviderAnswer[]>);
}

export function useSessions() {
  return useSWR<readonly SessionAnswer[], ApiError>('/api/sessions', get<readonly SessionAnswer[]>);
}
