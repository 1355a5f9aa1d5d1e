/** Where it is safe to send secrets. */

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Whether it is safe to send secrets there: over TLS, or within this machine. */
export function isPotentiallyTrustworthy(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
}
