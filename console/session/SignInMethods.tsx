/** The ways to sign in that this installation offers. */
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { messages, signInWith } from './messages.ts';

export function SignInMethods() {
  const { data, error } = useAnswer(pathTo('/api/providers'));
  if (data === undefined && error === undefined) return <>{'\u00a0'}</>;
  // Email is always offered, and comes last because it has no provider's name.
  const named = (data ?? []).filter(({ provider }) => provider !== 'email').map(({ name }) => name);
  return <>{signInWith([...named, messages.email])}</>;
}
