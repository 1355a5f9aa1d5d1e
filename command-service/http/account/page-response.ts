/** Answers with pages and redirects. */
import type { RequestContext } from '../../../infra/http/request-context.ts';
import { pagePolicy } from '../../../infra/http/security-headers.ts';

export const REDIRECT = { media: ['text/html', 'text/plain'] } as const;

/** Answers a page with its own Content-Security-Policy. */
export function sendPage(ctx: RequestContext, status: number, page: string): undefined {
  ctx.set('Content-Security-Policy', pagePolicy());
  ctx.status = status;
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = page;
}

/** Redirects with the status that is set, if it is one of a redirect, else with 302. */
export function redirect(ctx: RequestContext, to: string): undefined {
  ctx.redirect(to);
}
