/** Headers of every answer: framing, content policy, and the id of the request in the log. */
import { randomBytes } from 'node:crypto';
import type { Middleware } from 'koa';
import { v7 as uuidv7 } from 'uuid';
import type { RequestState } from '../request/request-context.ts';

/** A path as a browser's router reads it; an undecodable one is returned unchanged. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A nonce for one page's styles. */
export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/** Addresses beside our own that a page may use. */
export interface ForeignSources {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly connect: readonly string[];
  readonly image: readonly string[];
}

const NO_FOREIGN: ForeignSources = { script: [], frame: [], connect: [], image: [] };

/** The Content-Security-Policy of our pages: own scripts and styles only, and styles with `nonce` (OWASP CSP cheat sheet). */
export function pagePolicy(nonce?: string, { script, frame, connect, image }: ForeignSources = NO_FOREIGN): string {
  const joined = (own: string, foreign: readonly string[]) => [own, ...foreign].join(' ');
  return [
    "default-src 'none'",
    joined("script-src 'self'", script),
    joined(nonce === undefined ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`, script),
    // The scripts of the providers place their frames and buttons by style attributes.
    ...(script.length > 0 ? ["style-src-attr 'unsafe-inline'"] : []),
    joined("frame-src 'self'", frame),
    joined("img-src 'self' data:", image),
    "font-src 'self'",
    "object-src 'none'",
    joined("connect-src 'self'", connect),
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** An answer that is not a page may run, load, submit and frame nothing. */
const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** One year, including subdomains (ASVS 3.4.1). */
const HTTPS_ONLY = 'max-age=31536000; includeSubDomains';

/** Pages whose address grants access: search engines must not list them, and no Referer may contain their address. */
const SECRET_PATHS = /^\/(share|invite)(\/|$)/i;

/**
 * Security headers (OWASP secure headers), the request's id, and no caching unless a route sets it. `https`: whether
 * the public address is https; browsers then use nothing else.
 */
export function securityHeaders({ https }: { readonly https: boolean }): Middleware<RequestState> {
  return async (ctx, next) => {
    ctx.state.requestId = uuidv7();
    ctx.set({
      'X-Request-Id': ctx.state.requestId,
      'Content-Security-Policy': NO_PAGE,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    });
    if (https) ctx.set('Strict-Transport-Security', HTTPS_ONLY);
    if (SECRET_PATHS.test(decodePath(ctx.path)))
      ctx.set({ 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer' });
    await next();
  };
}
