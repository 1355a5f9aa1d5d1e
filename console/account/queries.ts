/** How a person signs in, and where they are signed in. */
import useSWR from 'swr';
import type { IdentityAnswer, ProviderAnswer, SessionAnswer } from '../../query-service/contract/answers/account.ts';
import { type ApiError, get } from '../platform/api/client.ts';

export function useIdentities() {
  return useSWR<readonly IdentityAnswer[], ApiError>('/api/identities', get<readonly IdentityAnswer[]>);
}

export function useProviders() {
  return useSWR<readonly ProviderAnswer[], ApiError>('/api/providers', get<readonly ProviderAnswer[]>);
}

export function useSessions() {
  return useSWR<readonly SessionAnswer[], ApiError>('/api/sessions', get<readonly SessionAnswer[]>);
}

/** Leaves the signed-in console for good: nothing typed or cached outlives it. */
export function leave(): void {
  sessionStorage.clear();
  window.location.assign('/');
}
