/** Shows failures of a sign-in as pages, because links, buttons and redirects lead there. */

import type { Problem } from '../../../infra/http/request/problem.ts';
import type { RequestContext } from '../../../infra/http/request/request-context.ts';
import { SENTENCES } from '../../contract/languages/server-texts.ts';
import { sendPage } from './page-response.ts';
import { loginPath, messagePage } from './sign-in-pages.ts';

const PAGES = /^\/api\/(?:login|connect|user\/email|unsubscribe)(?:\/|$)/i;

/** The statuses whose page has its own title. */
const TITLED = [403, 404, 429, 500, 503] as const;

/** Shows the failure as a page if a browser requested one; returns whether it did. */
export function signInProblemPage(ctx: RequestContext, { status, message }: Problem): boolean {
  // Programs, which accept any type, get JSON.
  if (!PAGES.test(ctx.path) || ctx.accepts('json', 'html') !== 'html') return false;
  // A request that is refused before its session was read has no principal yet.
  const isSignedIn = (ctx.state.principal ?? null) !== null;
  const page = messagePage(({ text, language }) => ({
    title: text(`problem.${TITLED.find((titled) => titled === status) ?? 'other'}`),
    message: SENTENCES[language](message),
    link: isSignedIn ? '/' : loginPath('/'),
    words: text(isSignedIn ? 'toLinkledger' : 'toSignIn'),
  }));
  sendPage(ctx, status, page);
  return true;
}
