/**
 * Just enough cookies for one visit: many sites set one and redirect to the same address, and would look like a
 * redirect loop to a visitor without them. Kept for the hops of one visit, then forgotten (RFC 6265, without expiry,
 * paths and public suffixes: nothing outlives the visit, so there is nothing to leak).
 */
export class CookieJar {
  readonly #cookies = new Map<string, { domain: string; hostOnly: boolean; secure: boolean; pair: string }>();

  /** Takes what an answer from `url` sets. At most 50 cookies of 4 kB each are kept. */
  take(url: URL, setCookie: readonly string[]): void {
    for (const line of setCookie) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const name = /^[^=\s]+(?==)/.exec(pair)?.[0];
      if (name === undefined || pair.length > 4_096 || /[\p{Cc}]/u.test(pair)) continue;
      const domain = attributes
        .map((attribute) => /^domain=\.?(.+)$/i.exec(attribute)?.[1]?.toLowerCase())
        .find((value) => value !== undefined);
      if (domain !== undefined && !covers(domain, url.hostname)) continue;
      const gone = attributes.some((attribute) => /^max-age=(0|-\d+)$/i.test(attribute));
      const key = `${domain ?? url.hostname} ${name}`;
      if (gone) this.#cookies.delete(key);
      else if (this.#cookies.has(key) || this.#cookies.size < 50) {
        const secure = attributes.some((attribute) => attribute.toLowerCase() === 'secure');
        this.#cookies.set(key, { domain: domain ?? url.hostname, hostOnly: domain === undefined, secure, pair });
      }
    }
  }

  /** The Cookie header for `url`, or '' for none. */
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
