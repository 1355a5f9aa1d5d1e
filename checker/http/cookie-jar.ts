/**
 * The cookies of one visit. Many sites set a cookie and redirect to the same address, which is a redirect loop without
 * the cookie. Implements RFC 6265 without expiry, paths and public suffixes: cookies end with the visit, so that they
 * cannot leak into another visit.
 */
export class CookieJar {
  readonly #cookies = new Map<string, { domain: string; hostOnly: boolean; secure: boolean; pair: string }>();

  /** Stores the cookies that a response from `url` sets, at most 50 of 4 kB each. */
  store(url: URL, setCookie: readonly string[]): void {
    for (const line of setCookie) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const name = /^[^=\s]+(?==)/.exec(pair)?.[0];
      if (name === undefined || pair.length > 4_096 || /[\p{Cc}]/u.test(pair)) continue;
      const domain = attributes
        .map((attribute) => /^domain=\.?(.+)$/i.exec(attribute)?.[1]?.toLowerCase())
        .find((value) => value !== undefined);
      if (domain !== undefined && !covers(domain, url.hostname)) continue;
      const deleted = attributes.some((attribute) => /^max-age=(0|-\d+)$/i.test(attribute));
      const key = `${domain ?? url.hostname} ${name}`;
      if (deleted) this.#cookies.delete(key);
      else if (this.#cookies.has(key) || this.#cookies.size < 50) {
        const secure = attributes.some((attribute) => attribute.toLowerCase() === 'secure');
        this.#cookies.set(key, { domain: domain ?? url.hostname, hostOnly: domain === undefined, secure, pair });
      }
    }
  }

  /** The Cookie header for `url`; '' without cookies. */
  header(url: URL): string {
    return [...this.#cookies.values()]
      .filter(({ domain, hostOnly }) => (hostOnly ? domain === url.hostname : covers(domain, url.hostname)))
      .filter(({ secure }) => !secure || url.protocol === 'https:')
      .map(({ pair }) => pair)
      .join('; ');
  }
}

function covers(domain: string, hostname: string): boolean {
  return hostname === domain || (domain.includes('.') && hostname.endsWith(`.${domain}`));
}
