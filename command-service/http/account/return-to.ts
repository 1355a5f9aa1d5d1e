/** Where a person goes after signing in. */

/**
 * A path of our own, or '/' for anything else: never another site (OWASP unvalidated redirects). Browsers read `//host`
 * and `/\host` as another host and drop tabs and line breaks, so this checks and returns the parsed result.
 */
export function safeReturnPath(returnTo: unknown): string {
  if (typeof returnTo !== 'string' || !returnTo.startsWith('/') || returnTo.length > 2_048) return '/';
  const base = 'http://local.invalid';
  const url = URL.parse(returnTo, base);
  if (url === null || url.origin !== base || url.pathname.startsWith('//') || /^\/api\//i.test(url.pathname)) {
    return '/';
  }
  return url.pathname + url.search + url.hash;
}
