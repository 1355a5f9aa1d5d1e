/** Names the ways to sign in that are really set up here. */
import useSWR from 'swr';
import type { ProviderAnswer } from '../../query-service/contract/answers/account.ts';
import { type ApiError, get } from '../platform/api/client.ts';
import { signInWith } from './messages.ts';

export function SignInMethods() {
  const { data, error } = useSWR<readonly ProviderAnswer[], ApiError>('/api/providers', get<readonly ProviderAnswer[]>);
  if (data === undefined && error === undefined) return <>{'\u00a0'}</>;
  // E-mail is always among them and, as the way without a name of its own, comes last.
  const named = (data ?? []).filter(({ provider }) => provider !== 'email').map(({ name }) => name);
  return <>{signInWith([...named, 'email'])}</>;
}
