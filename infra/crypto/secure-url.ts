/** Where secrets may be sent. */

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Whether secrets may go there: over TLS, or without leaving this machine. */
export function isPotentiallyTrustworthy(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
}
