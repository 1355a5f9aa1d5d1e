/** Confirming a new email address. PATCH /api/user/profile sends the link. */
import { HTML_PAGE } from '../../../infra/http/route-facts.ts';
import { authorize } from '../../authorize.ts';
import { DomainError } from '../../errors.ts';
import { setPosition } from '../request.ts';
import { route } from '../route.ts';
import { sendPage } from './page-response.ts';
import { CONFIRM_EMAIL } from './return-to.ts';
import { confirmEmailPage, emailSignInFirstPage, loginPath, messagePage } from './sign-in-pages.ts';

const TO_SETTINGS = { link: '/settings#account', words: 'Back to Settings' };

const SPENT = {
  title: 'Link no longer works',
  message: 'The link works once, within ten minutes, and only the newest one. Change the address again in Settings.',
  ...TO_SETTINGS,
};

/** The link was sent for another account: a mistyped address must not give its owner somebody else's account. */
const OTHER_ACCOUNT = {
  title: 'This link is for another account',
  message:
    'You are signed in to a different account. Sign out, sign in to the account that asked for it, and open the link again.',
  link: '/',
  words: 'Back to Linkledger',
};

const SIGN_IN_FIRST = {
  title: 'Please sign in first',
  message: 'You are signed out. Sign in again in this browser, then open the link in the mail once more.',
  link: loginPath('/'),
  words: 'Sign in',
};

const CHANGED = {
  title: 'Address changed',
  message: 'From now on, sign in with the new address. Your browsers stay signed in. We told the former address.',
  ...TO_SETTINGS,
};

export const emailRoutes = [
  route({
    method: 'GET',
    path: CONFIRM_EMAIL,
    action: 'SignIn',
    summary: 'The page that a mailed link to a new address leads to; its button confirms the address.',
    unvalidatedQuery: ['token'],
    answers: { 200: HTML_PAGE, 403: HTML_PAGE, 410: HTML_PAGE },
    async handle({ ctx, principal }, { emailChange }) {
      const token = typeof ctx.query.token === 'string' ? ctx.query.token : '';
      const change = await emailChange.open(token);
      if (change === null) return sendPage(ctx, 410, messagePage(SPENT));
      if (principal === null) {
        return sendPage(ctx, 200, emailSignInFirstPage(`${CONFIRM_EMAIL}?token=${encodeURIComponent(token)}`));
      }
      if (principal.userId !== change.userId) return sendPage(ctx, 403, messagePage(OTHER_ACCOUNT));
      return sendPage(ctx, 200, confirmEmailPage(token, change));
    },
  }),

  route({
    method: 'POST',
    path: CONFIRM_EMAIL,
    action: 'SignIn',
    summary: 'Changes the address of your account with the token of a mailed link.',
    rawBody: { media: ['application/x-www-form-urlencoded', 'application/json'] },
    answers: { 200: HTML_PAGE, 401: HTML_PAGE, 409: HTML_PAGE, 410: HTML_PAGE },
    errorStatuses: [413, 415],
    async handle({ ctx, principal }, { emailChange }) {
      if (principal === null) return sendPage(ctx, 401, messagePage(SIGN_IN_FIRST));
      authorize('ChangeEmail', 'owner');
      const { token } = (ctx.state.body ?? {}) as { token?: unknown };
      try {
        const { requestId } = ctx.state;
        const position =
          typeof token === 'string' ? await emailChange.redeem(token, principal.userId, requestId) : null;
        if (position === null) return sendPage(ctx, 410, messagePage(SPENT));
        setPosition(ctx, position);
        return sendPage(ctx, 200, messagePage(CHANGED));
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        const message =
          error.code === 'identity-taken' ? 'This address belongs to another Linkledger account.' : error.message;
        return sendPage(ctx, 409, messagePage({ title: 'The address was not changed', message, ...TO_SETTINGS }));
      }
    },
  }),
];
