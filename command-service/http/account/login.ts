/** Signing in by mail, and signing out. */
import { formatUserAgent } from '../../../infra/http/auth/user-agent.ts';
import { normalizeAddress, subnetOf } from '../../../infra/http/request/client-address.ts';
import { FORM } from '../../../infra/http/request/request-body.ts';
import { ANY_TEXT, HTML_PAGE } from '../../../infra/http/request/route-facts.ts';
import { MailError } from '../../../infra/ports/process/mailer.ts';
import { invitations } from '../../../projections/views/people/invitations.ts';
import { readerOf } from '../../contract/languages/reader-language.ts';
import { InputError, parse } from '../../contract/schema/parse.ts';
import { RateLimitError } from '../../core/errors.ts';
import { invitationIdOf } from '../../mail/invitation-mail.ts';
import { recipientLanguages } from '../../mail/mail-language.ts';
import { loginSchema } from '../../model/identity/commands.ts';
import type { CommandDeps } from '../deps.ts';
import { setPosition } from '../request.ts';
import { route } from '../route.ts';
import { afterSignIn } from './after-sign-in.ts';
import { REDIRECT, redirect, sendPage } from './page-response.ts';
import { safeReturnPath } from './return-to.ts';
import { confirmPage, linkSpentPage, mailSentPage, signInAgainPage, signInPage } from './sign-in-pages.ts';

export const loginRoutes = [
  route({
    method: 'GET',
    path: '/api/login',
    action: 'RequestSignIn',
    onSelf: true,
    summary: 'The sign-in page.',
    unvalidatedQuery: { returnTo: ANY_TEXT, again: ANY_TEXT },
    answers: { 200: HTML_PAGE, 302: REDIRECT },
    async handle({ ctx, principal }, deps) {
      const { accounts, providerSignIn, sessions, signUp } = deps;
      const providers = providerSignIn.providers.list();
      const returnTo = safeReturnPath(ctx.query.returnTo);
      if (principal === null) {
        const email = await invitedAddress(returnTo, deps);
        return sendPage(ctx, 200, signInPage({ returnTo, ...(email === null ? {} : { email }) }, providers, signUp));
      }
      if (ctx.query.again === undefined || (await sessions.hasRecentSignIn(ctx))) return redirect(ctx, returnTo);
      const { email, ways } = await accounts.signInMethods(principal.userId);
      const joined = providers.filter(({ provider }) => ways.has(provider));
      return sendPage(ctx, 200, signInAgainPage({ returnTo, email }, joined));
    },
  }),

  route({
    method: 'POST',
    path: '/api/login/email',
    action: 'RequestSignIn',
    onSelf: true,
    summary: 'Mails a sign-in link.',
    rawBody: { schemas: [loginSchema], media: ['application/json', FORM] },
    answers: { 200: HTML_PAGE, 202: 'MailSentAnswer' },
    errorStatuses: [429, 503],
    async handle({ ctx, principal }, { signIn, signUp, providerSignIn, marks, mailed, reads }) {
      const isForm = ctx.is(FORM) !== false;
      const body = ctx.state.body as { email?: unknown; returnTo?: unknown } | undefined;
      try {
        const { email, returnTo } = parse(loginSchema, ctx.state.body);
        const asker = {
          network: subnetOf(ctx.ip),
          mark: marks.give(ctx),
          browser: formatUserAgent(ctx.get('User-Agent')),
          address: normalizeAddress(ctx.ip),
        };
        const own = (await recipientLanguages(reads, [email])).get(email);
        await signIn.sendLink(email, safeReturnPath(returnTo), asker, own ?? readerOf(ctx).language);
        const again = principal !== null;
        if (isForm) return sendPage(ctx, 200, mailSentPage(email, { mailed, again }));
        ctx.status = 202;
        return { message: `We emailed ${email}. A sign-in link works once, within ten minutes.` };
      } catch (error) {
        const status = formStatus(error);
        if (!isForm || !(error instanceof Error) || status === null) throw error;
        const email = typeof body?.email === 'string' ? body.email : '';
        const form = { returnTo: safeReturnPath(body?.returnTo), email, wrong: error.message };
        if (error instanceof RateLimitError) ctx.set('Retry-After', String(error.retryAfterSeconds));
        return sendPage(ctx, status, signInPage(form, providerSignIn.providers.list(), signUp));
      }
    },
  }),

  route({
    method: 'GET',
    path: '/api/login/email/callback',
    action: 'SignIn',
    summary: 'The page that a mailed link leads to; its button signs in.',
    unvalidatedQuery: { token: ANY_TEXT },
    answers: { 200: HTML_PAGE, 410: HTML_PAGE },
    async handle({ ctx }, { signIn, marks }) {
      const token = typeof ctx.query.token === 'string' ? ctx.query.token : '';
      const opened = await signIn.open(token, marks.of(ctx));
      if (opened === null) return sendPage(ctx, 410, linkSpentPage);
      return sendPage(ctx, 200, confirmPage(token, opened));
    },
  }),

  route({
    method: 'POST',
    path: '/api/login/email/callback',
    action: 'SignIn',
    onSelf: true,
    summary: 'Signs in with the token of a mailed link.',
    rawBody: { media: [FORM, 'application/json'] },
    answers: { 303: REDIRECT, 410: HTML_PAGE },
    errorStatuses: [413, 415],
    async handle({ ctx }, { sessions, signIn, providerSignIn, marks }) {
      const { token } = (ctx.state.body ?? {}) as { token?: unknown };
      const redeemed =
        typeof token === 'string' ? await signIn.redeem(token, ctx.state.requestId, readerOf(ctx).language) : null;
      if (redeemed === null) return sendPage(ctx, 410, linkSpentPage);
      await sessions.start(ctx, redeemed.userId);
      setPosition(ctx, redeemed.position);
      return redirect(ctx, await afterSignIn(ctx, { providerSignIn, marks }, redeemed));
    },
  }),

  route({
    method: 'POST',
    path: '/api/logout',
    action: 'SignOut',
    onSelf: true,
    summary: 'Signs this browser out.',
    answers: { 204: null },
    async handle({ ctx }, { sessions }) {
      await sessions.end(ctx);
    },
  }),
];

/** The address that an invitation was sent to, for a visitor from its page; null for any other return path. */
async function invitedAddress(returnTo: string, { reads, now }: Pick<CommandDeps, 'reads' | 'now'>) {
  const [, token] = /^\/invite\/([\w-]+)$/.exec(returnTo) ?? [];
  const doc = token === undefined ? null : await reads.get(invitations, invitationIdOf(token));
  if (doc === null || doc.status !== 'pending' || Date.parse(doc.expiresAt) <= now().getTime()) return null;
  return doc.email;
}

/** The status of the sign-in page that shows an error; null for an error that the page does not show. */
function formStatus(error: unknown): number | null {
  if (error instanceof InputError) return 400;
  if (error instanceof RateLimitError) return 429;
  return error instanceof MailError ? 503 : null;
}
