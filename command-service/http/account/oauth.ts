/**
 * GET /api/connect/{provider}, GET …/callback, GET and POST …/confirm: signing in with a provider, and joining one to an
 * account. People arrive by links and redirects, so failures are pages.
 */
import { Router } from '@koa/router';
import { isCrossSite } from '../../../infra/http/auth/same-origin.ts';
import { subnetOf } from '../../../infra/http/client-address.ts';
import { notFound } from '../../../infra/http/problem.ts';
import type { RequestContext, RequestState } from '../../../infra/http/request-context.ts';
import { authorize } from '../../authorize.ts';
import { DomainError } from '../../errors.ts';
import type { ProviderSetup } from '../../identity/oauth/oauth-client.ts';
import { NotBegunHere, TooManyFlows } from '../../identity/oauth/oauth-sign-in.ts';
import { ProviderError } from '../../identity/oauth/provider-http.ts';
import type { CommandDeps } from '../deps.ts';
import { setPosition } from '../request.ts';
import { afterSignIn, confirmPath, sendPage } from './login.ts';
import { safeReturnPath } from './return-to.ts';
import { accountExistsPage, joinPage, loginPath, messagePage, reauthenticatePath } from './sign-in-pages.ts';

/** Where ways to sign in are seen and added. */
const ACCOUNT = '/settings#account';

export function connectRoutes(deps: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();
  const { providerSignIn, sessions, marks } = deps;

  router.get('/api/connect/:provider', async (ctx) => {
    const setup = setupOf(ctx, deps);
    const userId = ctx.state.principal?.userId ?? null;
    authorize(userId === null ? 'SignIn' : 'LinkIdentity', userId === null ? 'signed-out' : 'owner');
    const returnTo = safeReturnPath(ctx.query.returnTo);
    // Another site may send people here, but not through: beginning is for who presses the button on our own page.
    if (isCrossSite(ctx)) return ctx.redirect(userId === null ? loginPath(returnTo) : ACCOUNT);
    const again = userId !== null && ctx.query.again !== undefined;
    // Joining a way to sign in is for who has shown lately who they are.
    if (userId !== null && !again && !(await sessions.hasRecentSignIn(ctx)))
      return ctx.redirect(reauthenticatePath(ACCOUNT));
    await withErrorPage(ctx, setup, async () => {
      ctx.redirect(
        await providerSignIn.begin(setup, marks.give(ctx), { returnTo, userId, again, network: subnetOf(ctx.ip) }),
      );
    });
  });

  router.get('/api/connect/:provider/callback', async (ctx) => {
    const setup = setupOf(ctx, deps);
    const { requestId, principal } = ctx.state;
    const userId = principal?.userId ?? null;
    authorize(userId === null ? 'SignIn' : 'LinkIdentity', userId === null ? 'signed-out' : 'owner');
    await withErrorPage(ctx, setup, async () => {
      const arrival = await providerSignIn.finish(setup, marks.of(ctx), ctx.query, userId, requestId);
      if (arrival.kind === 'confirm') {
        // The mark lives on from here: the person may have to sign in before they can confirm.
        marks.give(ctx);
        return ctx.redirect(confirmPath(setup.provider));
      }
      await sessions.start(ctx, arrival.userId);
      if (arrival.kind === 'joined-already') return ctx.redirect(await afterSignIn(ctx, deps, arrival));
      setPosition(ctx, arrival.position);
      ctx.redirect(await afterSignIn(ctx, deps, arrival));
    });
  });

  router.get('/api/connect/:provider/confirm', async (ctx) => {
    const setup = setupOf(ctx, deps);
    const userId = ctx.state.principal?.userId ?? null;
    await withErrorPage(ctx, setup, async () => {
      const joining = await providerSignIn.joining(marks.of(ctx));
      if (joining === null || joining.identity.provider !== setup.provider) throw new NotBegunHere();
      if (userId === null) return sendPage(ctx, 200, (nonce) => accountExistsPage(nonce, setup, joining));
      if (userId !== joining.userId) throw new NotBegunHere();
      const { label } = joining.identity;
      sendPage(ctx, 200, (nonce) => joinPage(nonce, setup, { ...joining, label }));
    });
  });

  router.post('/api/connect/:provider/confirm', async (ctx) => {
    const setup = setupOf(ctx, deps);
    const userId = ctx.state.principal?.userId ?? null;
    if (userId === null) return sendPage(ctx, 401, (nonce) => messagePage(nonce, signInFirst(setup)));
    authorize('LinkIdentity', 'owner');
    if (!(await sessions.hasRecentSignIn(ctx)))
      return sendPage(ctx, 403, (nonce) => messagePage(nonce, signInAgain(setup)));
    await withErrorPage(ctx, setup, async () => {
      const joined = await providerSignIn.confirm(setup, marks.of(ctx), userId, ctx.state.requestId);
      setPosition(ctx, joined.position);
      ctx.status = 303;
      ctx.redirect(joined.returnTo);
    });
  });

  return router;
}

/** @throws Problem 404 for a provider that is not set up. */
function setupOf(ctx: { readonly params: Readonly<Record<string, string | undefined>> }, deps: CommandDeps) {
  const setup = deps.providerSignIn.providers.find(ctx.params.provider);
  if (setup === null) throw notFound('This way to sign in is not set up here.');
  return setup;
}

/** Signing in leads back to what is to be confirmed, while it is kept. */
function signInFirst({ name }: ProviderSetup) {
  const message = `You are signed out. Sign in again in this browser, then confirm that ${name} may sign in to your account.`;
  return { title: 'Please sign in first', message, link: loginPath('/'), words: 'Sign in' };
}

function signInAgain({ name }: ProviderSetup) {
  const message = `Before you let ${name} sign in to your account, show once more that it is yours.`;
  return { title: 'Please sign in again', message, link: reauthenticatePath(ACCOUNT), words: 'Sign in again' };
}

/** What did not work is said on a page, with the way on from there; anything unforeseen goes where it always goes. */
async function withErrorPage(ctx: RequestContext, setup: ProviderSetup, work: () => Promise<void>): Promise<void> {
  const { name } = setup;
  const say = (status: number, title: string, message: string) => {
    const signedOut = ctx.state.principal === null;
    const link = signedOut ? loginPath('/') : ACCOUNT;
    const words = signedOut ? 'Back to sign-in' : 'Back to Settings';
    sendPage(ctx, status, (nonce) => messagePage(nonce, { title, message, link, words }));
  };
  try {
    await work();
  } catch (error) {
    if (error instanceof NotBegunHere) return say(400, 'Please begin again', error.message);
    if (error instanceof TooManyFlows) {
      ctx.set('Retry-After', String(error.retryAfterSeconds));
      return say(429, 'Please wait', error.message);
    }
    if (error instanceof DomainError) {
      const title = error.code === 'somebody-else' ? 'You are still signed in as before' : `${name} was not connected`;
      return say(409, title, error.message);
    }
    if (!(error instanceof ProviderError)) throw error;
    if (error.denied) return say(403, 'Nothing was done', `You did not let ${name} tell us who you are.`);
    say(502, `${name} could not sign you in`, `Please try again in a moment, or sign in another way.`);
  }
}
