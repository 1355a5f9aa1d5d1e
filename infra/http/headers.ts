/** What every answer carries: who may frame it, what it may load, and an id to find it in the log by. */
import { randomBytes } from 'node:crypto';
import type { Middleware } from 'koa';
import { v7 as uuidv7 } from 'uuid';
import type { RequestState } from './context.ts';

/** A nonce for one page's styles. */
export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/** The Content-Security-Policy of our pages: own scripts only, styles with the page's nonce (OWASP CSP cheat sheet). */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** Security headers (OWASP secure headers), the request's id, and no caching unless a route says otherwise. */
export function commonHeaders(): Middleware<RequestState> {
  return async (ctx, next) => {
    ctx.state.requestId = uuidv7();
    ctx.set({
      'X-Request-Id': ctx.state.requestId,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    });
    await next();
  };
}
