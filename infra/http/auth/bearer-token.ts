/** `Authorization: Bearer ll_…`: accepts valid API tokens, and limits them to the actions open to tokens. */
import type { Middleware } from 'koa';
import type { Principal, TokenAuthenticator, TokenError } from '../../ports/process/principal.ts';
import { Problem } from '../request/problem.ts';
import type { RequestContext, RequestState } from '../request/request-context.ts';

/** 256 random bits with a prefix by which secret scanners recognize it. */
export const TOKEN = /^ll_[\w-]{43}$/;

/** The token in a request's header; null without a token. Other schemes belong to a proxy. */
export function bearerOf(ctx: Pick<RequestContext, 'get'>): string | null {
  const found = /^bearer(?:\s+(.*))?$/i.exec(ctx.get('Authorization').trim());
  return found === null ? null : (found[1] ?? '');
}

const CREATE = 'Create one under Settings › Account › API tokens.';
const REFUSED: Readonly<Record<TokenError | 'mangled', string>> = {
  mangled: `This is not an API token of Linkledger. A token is “ll_” and 43 more characters, sent as “Authorization: Bearer ll_…”. ${CREATE}`,
  unknown: `This API token is not known here. Check that you copied it completely. ${CREATE}`,
  revoked: `This API token was revoked. ${CREATE}`,
  expired: `This API token has expired. ${CREATE}`,
  'left-team': `This API token was for a team that its owner has left. ${CREATE}`,
};

/**
 * The principal of a token.
 * @throws Problem 401 that says what is wrong with the token and what to do.
 */
export async function authenticateToken(tokens: TokenAuthenticator | undefined, token: string): Promise<Principal> {
  const result = !TOKEN.test(token) ? 'mangled' : ((await tokens?.authenticate(token)) ?? 'unknown');
  if (typeof result === 'object') return result;
  throw new Problem(401, 'bad-token', REFUSED[result], {
    headers: { 'WWW-Authenticate': 'Bearer realm="Linkledger", error="invalid_token"' },
    body: { reason: result },
  });
}

/**
 * Middleware: refuses an API token unless the policy allows the route's action to tokens. The route then checks the
 * person's own permission.
 * @throws Problem 403
 */
export function requireTokenScope(): Middleware<RequestState> {
  return async (ctx, next) => {
    const { principal, route } = ctx.state;
    const access = route?.access ?? null;
    if (principal !== null && principal.access !== 'all' && access !== null) {
      const open = access.token;
      if (open === null) throw beyond('An API token cannot do that: sign in to Linkledger in a browser.');
      if (open.access === 'write' && principal.access === 'read') {
        throw beyond('This API token may only read. Create one that may write under Settings › Account › API tokens.');
      }
      if (open.money && !principal.money) throw beyond(MONEY_DENIED);
      if (!open.oneTeam && principal.teamId !== null) {
        throw beyond('This API token is for one team, and this belongs to another. Create a token for all your teams.');
      }
    }
    await next();
  };
}

/** Why an API token is refused where it is about money. */
export const MONEY_DENIED =
  'This API token may not read or change prices and vendors. Create one that may under Settings › Account › API tokens.';

function beyond(message: string): Problem {
  return new Problem(403, 'beyond-token', message, {
    headers: { 'WWW-Authenticate': 'Bearer realm="Linkledger", error="insufficient_scope"' },
  });
}
