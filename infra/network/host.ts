/** Hosts and ports in the form that the guard, the dialer, the proxy and the rate limiter compare. */
import { getDomain } from 'tldts';

/** The port of a URL, or its scheme's default port. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** A host in lower case, without the brackets of IPv6 and without a final dot. */
export function plainHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

/**
 * The site of an address: its registrable domain, or host and port without such a domain (an IP address, localhost). ''
 * for a text that is not an address.
 */
export function siteOf(address: string): string {
  const url = URL.parse(address);
  if (url === null) return '';
  return getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.host;
}

/**
 * Parses an entry of CHECKER_ALLOW_HOSTS: '127.0.0.1:4600', '[::1]:4600', 'articles.test:4600'.
 * @throws Error that says what to write, if the entry is not host:port.
 */
export function parseAllowed(entry: string): { readonly host: string; readonly port: number } {
  const url = /^[^\s/@?#]+:\d+$/.test(entry) ? URL.parse(`http://${entry}/`) : null;
  if (url === null || url.hostname === '') {
    throw new Error(`“${entry}” is not a host and port: write it as host:port, such as 127.0.0.1:4600`);
  }
  return { host: plainHost(url.hostname), port: portOf(url) };
}
