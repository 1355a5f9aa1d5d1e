/**
 * Signing in with a provider, and connecting a provider to an account. People arrive by links and redirects, so failures
 * are pages.
 */
import { isCrossSite } from '../../../infra/http/auth/same-origin.ts';
import { subnetOf } from '../../../infra/http/request/client-address.ts';
import { notFound } from '../../../infra/http/request/problem.ts';
import type { RequestContext } from '../../../infra/http/request/request-context.ts';
import { ANY_TEXT, HTML_PAGE } from '../../../infra/http/request/route-facts.ts';
import { readerOf } from '../../contract/languages/reader-language.ts';
import { SENTENCES } from '../../contract/languages/server-texts.ts';
import { authorize } from '../../core/authorize.ts';
import { DomainError, RateLimitError } from '../../core/errors.ts';
import type { ProviderSetup } from '../../identity/oauth/oauth-client.ts';
import { NotBegunHere } from '../../identity/oauth/oauth-sign-in.ts';
import { ProviderError } from '../../identity/oauth/provider-http.ts';
import type { CommandDeps } from '../deps.ts';
import { setPosition } from '../request.ts';
import { route } from '../route.ts';
import { afterSignIn, confirmPath } from './after-sign-in.ts';
import { type AccountPageTexts, type PageTemplate, REDIRECT, redirect, sendPage } from './page-response.ts';
import { safeReturnPath } from './return-to.ts';
import {
  accountExistsPage,
  joinPage,
  loginPath,
  messagePage,
  noticePage,
  reauthenticatePath,
} from './sign-in-pages.ts';

/** The page that lists the ways to sign in. */
const ACCOUNT = '/settings#account';

export const oauthRoutes = [
  route({
    method: 'GET',
    path: '/api/connect/:provider',
    action: 'SignIn',
    summary: 'Begins to sign in with a provider, or to connect it to the account.',
    unvalidatedQuery: { returnTo: ANY_TEXT, again: ANY_TEXT },
    answers: { 302: REDIRECT, 429: HTML_PAGE },
    async handle({ ctx, params, principal }, deps) {
      const { providerSignIn, sessions, marks } = deps;
      const setup = setupOf(params.provider, deps);
      const userId = principal?.userId ?? null;
      authorizeFlow(userId);
      const returnTo = safeReturnPath(ctx.query.returnTo);
      // Another site may link here, but only a button on our own page begins the flow.
      if (isCrossSite(ctx, sessions.isSecure)) return redirect(ctx, userId === null ? loginPath(returnTo) : ACCOUNT);
      const again = userId !== null && ctx.query.again !== undefined;
      if (userId !== null && !again && !(await sessions.hasRecentSignIn(ctx))) {
        return redirect(ctx, reauthenticatePath(ACCOUNT));
      }
      return withErrorPage(ctx, setup, async () => {
        const flow = { returnTo, userId, again, network: subnetOf(ctx.ip) };
        redirect(ctx, await providerSignIn.begin(setup, marks.give(ctx), flow));
      });
    },
  }),

  route({
    method: 'GET',
    path: '/api/connect/:provider/callback',
    action: 'SignIn',
    summary: 'The callback of a provider.',
    unvalidatedQuery: { code: ANY_TEXT, state: ANY_TEXT, error: ANY_TEXT },
    answers: { 302: REDIRECT, 400: HTML_PAGE, 403: HTML_PAGE, 409: HTML_PAGE, 502: HTML_PAGE },
    async handle({ ctx, params, principal }, deps) {
      const { providerSignIn, sessions, marks } = deps;
      const setup = setupOf(params.provider, deps);
      const userId = principal?.userId ?? null;
      authorizeFlow(userId);
      return withErrorPage(ctx, setup, async () => {
        const { language } = readerOf(ctx);
        const { requestId } = ctx.state;
        const arrival = await providerSignIn.finish(setup, marks.of(ctx), ctx.query, userId, requestId, language);
        if (arrival.kind === 'confirm') {
          // Renews the mark, because the person may have to sign in before they can confirm.
          marks.give(ctx);
          return redirect(ctx, confirmPath(setup.provider));
        }
        await sessions.start(ctx, arrival.userId);
        if (arrival.kind !== 'joined-already') setPosition(ctx, arrival.position);
        return redirect(ctx, await afterSignIn(ctx, deps, arrival));
      });
    },
  }),

  route({
    method: 'GET',
    path: '/api/connect/:provider/confirm',
    action: 'SignIn',
    summary: 'The page that asks you to confirm a provider’s account.',
    answers: { 200: HTML_PAGE, 400: HTML_PAGE },
    async handle({ ctx, params, principal }, deps) {
      const { providerSignIn, marks } = deps;
      const setup = setupOf(params.provider, deps);
      return withErrorPage(ctx, setup, async () => {
        const joining = await providerSignIn.joining(marks.of(ctx));
        if (joining === null || joining.identity.provider !== setup.provider) throw new NotBegunHere();
        if (principal === null) return sendPage(ctx, 200, accountExistsPage(setup, joining));
        if (principal.userId !== joining.userId) throw new NotBegunHere();
        const { label } = joining.identity;
        return sendPage(ctx, 200, joinPage(setup, { ...joining, label }));
      });
    },
  }),

  route({
    method: 'POST',
    path: '/api/connect/:provider/confirm',
    action: 'SignIn',
    summary: 'Connects a provider’s account to yours.',
    answers: { 303: REDIRECT, 400: HTML_PAGE, 401: HTML_PAGE, 409: HTML_PAGE },
    async handle({ ctx, params, principal }, deps) {
      const { providerSignIn, sessions, marks } = deps;
      const setup = setupOf(params.provider, deps);
      if (principal === null) return sendPage(ctx, 401, signInFirst(setup));
      authorize('LinkIdentity', 'owner');
      if (!(await sessions.hasRecentSignIn(ctx))) {
        return sendPage(ctx, 403, signInAgain(setup));
      }
      return withErrorPage(ctx, setup, async () => {
        const joined = await providerSignIn.confirm(setup, marks.of(ctx), principal.userId, ctx.state.requestId);
        setPosition(ctx, joined.position);
        redirect(ctx, joined.returnTo);
      });
    },
  }),
];

/** The flow signs in, or connects a provider to the account of a person who is signed in. */
function authorizeFlow(userId: string | null): void {
  authorize(userId === null ? 'SignIn' : 'LinkIdentity', userId === null ? 'signed-out' : 'owner');
}

/** @throws Problem 404 for a provider that is not configured. */
function setupOf(provider: string, { providerSignIn }: Pick<CommandDeps, 'providerSignIn'>): ProviderSetup {
  const setup = providerSignIn.providers.find(provider);
  if (setup === null) throw notFound('This way to sign in is not set up here.');
  return setup;
}

/** Signing in leads back to the confirmation while it is valid. */
function signInFirst({ name: provider }: ProviderSetup): PageTemplate {
  return noticePage('pleaseSignIn', 'connect.signedOut', loginPath('/'), 'signIn', { provider });
}

function signInAgain({ name: provider }: ProviderSetup): PageTemplate {
  const link = reauthenticatePath(ACCOUNT);
  return noticePage('connect.signInAgain.title', 'connect.signInAgain', link, 'signInAgain', { provider });
}

/** Shows an expected error on a page that says how to continue; rethrows any other. */
async function withErrorPage(
  ctx: RequestContext,
  { name }: ProviderSetup,
  work: () => Promise<undefined>,
): Promise<undefined> {
  try {
    return await work();
  } catch (error) {
    const shown = shownError(error, name);
    if (shown === null) throw error;
    if (error instanceof RateLimitError) ctx.set('Retry-After', String(error.retryAfterSeconds));
    const signedOut = ctx.state.principal === null;
    const page = messagePage((texts) => ({
      ...shown.write(texts),
      link: signedOut ? loginPath('/') : ACCOUNT,
      words: texts.text(signedOut ? 'toSignIn' : 'toSettings'),
    }));
    return sendPage(ctx, shown.status, page);
  }
}

interface ShownError {
  readonly status: number;
  readonly write: (texts: AccountPageTexts) => { readonly title: string; readonly message: string };
}

/** The status and the texts of an expected error; null for any other. */
function shownError(error: unknown, provider: string): ShownError | null {
  if (error instanceof NotBegunHere) return own(400, 'connect.beginAgain', error);
  if (error instanceof RateLimitError) return own(429, 'problem.429', error);
  if (error instanceof DomainError && error.code === 'sign-up-refused') return own(403, 'problem.403', error);
  if (error instanceof DomainError) {
    return own(409, error.code === 'somebody-else' ? 'connect.somebodyElse' : 'connect.refused', error);
  }
  if (!(error instanceof ProviderError)) return null;
  const [status, key] = error.denied ? ([403, 'connect.canceled'] as const) : ([502, 'connect.failed'] as const);
  return {
    status,
    write: ({ text }) => ({ title: text(`${key}.title`, { provider }), message: text(key, { provider }) }),
  };

  /** An error with its own message. */
  function own(status: number, title: Parameters<AccountPageTexts['text']>[0], { message }: Error): ShownError {
    return {
      status,
      write: ({ text, language }) => ({ title: text(title, { provider }), message: SENTENCES[language](message) }),
    };
  }
}
