/** Where a person goes after signing in. */

/** The page that a mailed link to a new address leads to: only this path under /api may follow a sign-in. */
export const CONFIRM_EMAIL = '/api/user/email/confirm';

/**
 * A path of our own, or '/' for anything else: never another site (OWASP unvalidated redirects). Browsers read `//host`
 * and `/\host` as another host and drop tabs and line breaks, so this checks and returns the parsed result.
 */
export function safeReturnPath(returnTo: unknown): string {
  if (typeof returnTo !== 'string' || !returnTo.startsWith('/') || returnTo.length > 2_048) return '/';
  const base = 'http://local.invalid';
  const url = URL.parse(returnTo, base);
  if (url === null || url.origin !== base || url.pathname.startsWith('//')) return '/';
  if (/^\/api\//i.test(url.pathname) && url.pathname !== CONFIRM_EMAIL) return '/';
  return url.pathname + url.search + url.hash;
}
