/** Hosts and ports as the guard, the dialer and the rate limiter compare them. */

/** The port a URL leads to, its scheme's default where none is written. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** A host as it is compared: lower case, no brackets round IPv6, no dot at the end. */
export function plainHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

/**
 * Reads one entry of CHECKER_ALLOW_HOSTS ('127.0.0.1:4600', '[::1]:4600', 'articles.test:4600').
 * @throws Error with a sentence that says what to write instead.
 */
export function parseAllowed(entry: string): { readonly host: string; readonly port: number } {
  const url = /^[^\s/@?#]+:\d+$/.test(entry) ? URL.parse(`http://${entry}/`) : null;
  if (url === null || url.hostname === '') {
    throw new Error(`“${entry}” is not a host and port: write it as host:port, such as 127.0.0.1:4600`);
  }
  return { host: plainHost(url.hostname), port: portOf(url) };
}
