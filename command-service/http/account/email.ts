/** Confirming a new email address. PATCH /api/user/profile sends the link. */
import { FORM } from '../../../infra/http/request/request-body.ts';
import { ANY_TEXT, HTML_PAGE } from '../../../infra/http/request/route-facts.ts';
import { SENTENCES } from '../../contract/languages/server-texts.ts';
import { authorize } from '../../core/authorize.ts';
import { DomainError } from '../../core/errors.ts';
import { setPosition } from '../request.ts';
import { route } from '../route.ts';
import { type PageTemplate, sendPage } from './page-response.ts';
import { CONFIRM_EMAIL } from './return-to.ts';
import { confirmEmailPage, emailSignInFirstPage, loginPath, messagePage, noticePage } from './sign-in-pages.ts';

const SETTINGS = '/settings#account';

const SPENT = noticePage('spent.title', 'address.spent', SETTINGS, 'toSettings');

/** The link belongs to another account: a mistyped address must not give its owner somebody else's account. */
const OTHER_ACCOUNT = noticePage('address.otherAccount.title', 'address.otherAccount', '/', 'toLinkledger');

const SIGN_IN_FIRST = noticePage('pleaseSignIn', 'address.signedOut', loginPath('/'), 'signIn');

const CHANGED = noticePage('address.changed.title', 'address.changed', SETTINGS, 'toSettings');

function unchangedPage({ code, message }: DomainError): PageTemplate {
  return messagePage(({ text, language }) => ({
    title: text('address.unchanged.title'),
    message: code === 'identity-taken' ? text('address.taken') : SENTENCES[language](message),
    link: SETTINGS,
    words: text('toSettings'),
  }));
}

export const emailRoutes = [
  route({
    method: 'GET',
    path: CONFIRM_EMAIL,
    action: 'SignIn',
    summary: 'The page that a mailed link to a new address leads to; its button confirms the address.',
    unvalidatedQuery: { token: ANY_TEXT },
    answers: { 200: HTML_PAGE, 403: HTML_PAGE, 410: HTML_PAGE },
    async handle({ ctx, principal }, { emailChange }) {
      const token = typeof ctx.query.token === 'string' ? ctx.query.token : '';
      const change = await emailChange.open(token);
      if (change === null) return sendPage(ctx, 410, SPENT);
      if (principal === null) {
        return sendPage(ctx, 200, emailSignInFirstPage(`${CONFIRM_EMAIL}?token=${encodeURIComponent(token)}`));
      }
      if (principal.userId !== change.userId) return sendPage(ctx, 403, OTHER_ACCOUNT);
      return sendPage(ctx, 200, confirmEmailPage(token, change));
    },
  }),

  route({
    method: 'POST',
    path: CONFIRM_EMAIL,
    action: 'SignIn',
    summary: 'Changes the address of your account with the token of a mailed link.',
    rawBody: { media: [FORM, 'application/json'] },
    answers: { 200: HTML_PAGE, 401: HTML_PAGE, 409: HTML_PAGE, 410: HTML_PAGE },
    errorStatuses: [413, 415],
    async handle({ ctx, principal }, { emailChange }) {
      if (principal === null) return sendPage(ctx, 401, SIGN_IN_FIRST);
      authorize('ChangeEmail', 'owner');
      const { token } = (ctx.state.body ?? {}) as { token?: unknown };
      try {
        const { requestId } = ctx.state;
        const position =
          typeof token === 'string' ? await emailChange.redeem(token, principal.userId, requestId) : null;
        if (position === null) return sendPage(ctx, 410, SPENT);
        setPosition(ctx, position);
        return sendPage(ctx, 200, CHANGED);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        return sendPage(ctx, 409, unchangedPage(error));
      }
    },
  }),
];
