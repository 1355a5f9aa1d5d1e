/** GET /api/login, POST /api/login/email, GET and POST /api/login/email/callback, POST /api/logout. */
import { Router } from '@koa/router';
import { formatUserAgent } from '../../../infra/http/auth/user-agent.ts';
import { normalizeAddress, subnetOf } from '../../../infra/http/client-address.ts';
import type { RequestContext, RequestState } from '../../../infra/http/request-context.ts';
import { newNonce, pagePolicy } from '../../../infra/http/security-headers.ts';
import { MailError } from '../../../infra/ports/mailer.ts';
import { authorize } from '../../authorize.ts';
import { loginSchema } from '../../commands/identity.ts';
import { InputError, parse } from '../../commands/schema/parse.ts';
import { TooManyMails } from '../../identity/email-sign-in.ts';
import type { CommandDeps } from '../deps.ts';
import { setPosition } from '../request.ts';
import { safeReturnPath } from './return-to.ts';
import { confirmPage, linkSpentPage, mailSentPage, signInAgainPage, signInPage } from './sign-in-pages.ts';

export function loginRoutes(deps: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();
  const { sessions, signIn, providerSignIn, marks, mailed } = deps;
  const providers = providerSignIn.providers.list();

  router.get('/api/login', async (ctx) => {
    authorize('RequestSignIn', 'signed-out');
    const returnTo = safeReturnPath(ctx.query.returnTo);
    const userId = ctx.state.principal?.userId ?? null;
    if (userId !== null) {
      if (ctx.query.again === undefined || (await sessions.hasRecentSignIn(ctx))) return ctx.redirect(returnTo);
      const { email, ways } = await deps.accounts.signInMethods(userId);
      const joined = providers.filter(({ provider }) => ways.has(provider));
      return sendPage(ctx, 200, (nonce) => signInAgainPage(nonce, { returnTo, email }, joined));
    }
    sendPage(ctx, 200, (nonce) => signInPage(nonce, { returnTo }, providers));
  });

  router.post('/api/login/email', async (ctx) => {
    authorize('RequestSignIn', ctx.state.principal === null ? 'signed-out' : 'owner');
    const isForm = ctx.is('application/x-www-form-urlencoded') !== false;
    const asked = ctx.state.body as { email?: unknown; returnTo?: unknown } | undefined;
    try {
      const { email, returnTo } = parse(loginSchema, ctx.state.body);
      await signIn.sendLink(email, safeReturnPath(returnTo), {
        network: subnetOf(ctx.ip),
        mark: marks.give(ctx),
        browser: formatUserAgent(ctx.get('User-Agent')),
        address: normalizeAddress(ctx.ip),
      });
      if (isForm)
        return sendPage(ctx, 200, (nonce) =>
          mailSentPage(nonce, email, { mailed, again: ctx.state.principal !== null }),
        );
      ctx.status = 202;
      ctx.body = { message: `A sign-in link was sent to ${email}. It works once, within ten minutes.` };
    } catch (error) {
      const status = formStatus(error);
      if (!isForm || !(error instanceof Error) || status === null) throw error;
      const email = typeof asked?.email === 'string' ? asked.email : '';
      const form = { returnTo: safeReturnPath(asked?.returnTo), email, wrong: error.message };
      sendPage(ctx, status, (nonce) => signInPage(nonce, form, providers));
      if (error instanceof TooManyMails) ctx.set('Retry-After', String(error.retryAfterSeconds));
    }
  });

  router.get('/api/login/email/callback', async (ctx) => {
    const token = typeof ctx.query.token === 'string' ? ctx.query.token : '';
    const opened = await signIn.open(token, marks.of(ctx));
    if (opened === null) return sendPage(ctx, 410, linkSpentPage);
    sendPage(ctx, 200, (nonce) => confirmPage(nonce, token, opened));
  });

  router.post('/api/login/email/callback', async (ctx) => {
    authorize('SignIn', 'signed-out');
    const { token } = (ctx.state.body ?? {}) as { token?: unknown };
    const redeemed = typeof token === 'string' ? await signIn.redeem(token, ctx.state.requestId) : null;
    if (redeemed === null) return sendPage(ctx, 410, linkSpentPage);
    await sessions.start(ctx, redeemed.userId);
    setPosition(ctx, redeemed.position);
    ctx.status = 303;
    ctx.redirect(await afterSignIn(ctx, deps, redeemed));
  });

  router.post('/api/logout', async (ctx) => {
    authorize('SignOut', ctx.state.principal === null ? 'signed-out' : 'owner');
    await sessions.end(ctx);
    ctx.status = 204;
  });

  return router;
}

/** The status of the sign-in page that says what went wrong; null for a fault that is not the page's to tell. */
function formStatus(error: unknown): number | null {
  if (error instanceof InputError) return 400;
  if (error instanceof TooManyMails) return 429;
  return error instanceof MailError ? 503 : null;
}

/** Where a person goes who has just signed in: first to what waits for their word in this browser, if anything does. */
export async function afterSignIn(
  ctx: RequestContext,
  { providerSignIn, marks }: CommandDeps,
  { userId, returnTo }: { readonly userId: string; readonly returnTo: string },
): Promise<string> {
  const joining = await providerSignIn.joining(marks.of(ctx));
  return joining?.userId === userId ? confirmPath(joining.identity.provider) : returnTo;
}

/** Where a person confirms that a provider's account is theirs. */
export function confirmPath(provider: string): string {
  return `/api/connect/${provider}/confirm`;
}

/** Answers a page with a policy of its own. */
export function sendPage(ctx: RequestContext, status: number, page: (nonce: string) => string): void {
  const nonce = newNonce();
  ctx.set('Content-Security-Policy', pagePolicy(nonce));
  ctx.status = status;
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = page(nonce);
}
