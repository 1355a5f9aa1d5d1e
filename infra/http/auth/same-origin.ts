/** Cross-site request forgery: a state-changing request must come from our own pages (OWASP CSRF cheat sheet). */
import type { Middleware } from 'koa';
import { Problem } from '../request/problem.ts';
import type { RequestContext, RequestState } from '../request/request-context.ts';
import { bearerOf } from './bearer-token.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses state-changing requests from other sites; `https`: the public address is https. A browser adds cookies by
 * itself but never an API token: with a token, no cookie counts (`Sessions.identify`), so there is nothing to forge.
 */
export function requireSameOrigin(https: boolean): Middleware<RequestState> {
  return async (ctx, next) => {
    if (!SAFE.has(ctx.method) && bearerOf(ctx) === null && !isFromAnywhere(ctx) && isCrossSite(ctx, https)) {
      throw new Problem(403, 'cross-site', 'This request came from another site and was refused.');
    }
    await next();
  };
}

const isFromAnywhere = ({ state: { route } }: RequestContext) => route?.fromAnywhere === true;

/**
 * Whether a browser says that another site made it send the request: Sec-Fetch-Site first (Fetch Metadata), else Origin
 * against scheme and Host. No current browser sends neither, so such a request carries no cookies of a victim.
 * @param https whether the public address is https
 */
export function isCrossSite(ctx: Pick<RequestContext, 'get' | 'host'>, https: boolean): boolean {
  const [fetchSite, origin] = [ctx.get('Sec-Fetch-Site'), ctx.get('Origin')];
  if (fetchSite !== '') return fetchSite !== 'same-origin' && fetchSite !== 'none';
  return origin !== '' && URL.parse(origin)?.origin !== URL.parse(`${https ? 'https' : 'http'}://${ctx.host}`)?.origin;
}
