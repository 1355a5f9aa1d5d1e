/** Shows failures of a sign-in as pages, because links, buttons and redirects lead there. */

import type { Problem } from '../../../infra/http/problem.ts';
import type { RequestContext } from '../../../infra/http/request-context.ts';
import { sendPage } from './page-response.ts';
import { loginPath, messagePage } from './sign-in-pages.ts';

const PAGES = /^\/api\/(?:login|connect|user\/email)(?:\/|$)/i;

const TITLES: Readonly<Record<number, string>> = {
  403: 'This was refused',
  404: 'Nothing to see here',
  429: 'Please wait',
  500: 'Something went wrong',
  503: 'Not at this moment',
};

/** Shows the failure as a page if a browser requested one; returns whether it did. */
export function signInProblemPage(ctx: RequestContext, { status, message }: Problem): boolean {
  // Programs, which accept any type, get JSON.
  if (!PAGES.test(ctx.path) || ctx.accepts('json', 'html') !== 'html') return false;
  const title = TITLES[status] ?? 'That did not work';
  // A request that is refused before its session was read has no principal yet.
  const isSignedIn = (ctx.state.principal ?? null) !== null;
  const [link, words] = isSignedIn ? ['/', 'Back to Linkledger'] : [loginPath('/'), 'Back to sign-in'];
  sendPage(ctx, status, messagePage({ title, message, link, words }));
  return true;
}
