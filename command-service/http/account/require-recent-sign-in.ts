/** A guard for changes to the ways to sign in, and for the deletion of the account. */
import { RECENT_SIGN_IN_MINUTES, type Sessions } from '../../../infra/http/auth/sessions.ts';
import { Problem } from '../../../infra/http/request/problem.ts';
import type { RequestContext } from '../../../infra/http/request/request-context.ts';
import { reauthenticatePath } from './sign-in-pages.ts';

/**
 * Requires that the person signed in recently with this browser.
 * @param action completes "To …": "delete your account".
 * @throws Problem 403 `sign-in-again`, whose `signIn` is the address to sign in at.
 */
export async function requireRecentSignIn(
  ctx: RequestContext,
  sessions: Pick<Sessions, 'hasRecentSignIn'>,
  action: string,
): Promise<void> {
  if (await sessions.hasRecentSignIn(ctx)) return;
  const message = `To ${action}, please sign in again first: you did more than ${RECENT_SIGN_IN_MINUTES} minutes ago.`;
  throw new Problem(403, 'sign-in-again', message, { body: { signIn: reauthenticatePath('/settings#account') } });
}
