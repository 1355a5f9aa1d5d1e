/** Texts about signing in and out, and about permissions. */
import english from '../languages/en/session.json' with { type: 'json' };
import { locale } from '../platform/language/language.ts';
import { translation } from '../platform/language/translation.ts';

const { messages, format } = translation('session', english);

export { format, messages };

const either = new Intl.ListFormat(locale, { type: 'disjunction' });

/** 'Sign in with Google, GitHub, or email'. */
export function signInWith(ways: readonly string[]): string {
  return format('signInWith', { ways: either.format(ways) });
}
