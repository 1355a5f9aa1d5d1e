/** Texts about signing in and out, and about permissions. */
import english from '../languages/en/session.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

export const { messages } = translation('session', english);

/** 'Sign in with Google, GitHub, or email'. */
export function signInWith(ways: readonly string[]): string {
  const [first = 'email', second, ...more] = ways;
  if (second === undefined) return `Sign in with ${first}`;
  const last = more.at(-1);
  if (last === undefined) return `Sign in with ${first} or ${second}`;
  return `Sign in with ${[first, second, ...more.slice(0, -1)].join(', ')}, or ${last}`;
}
