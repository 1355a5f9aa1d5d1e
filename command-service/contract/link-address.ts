/**
 * When two addresses match (infra/docs/product.md, "Matching"). Contract: the checker matches links with it, and the
 * views find duplicates. After WHATWG URL parsing, http and https are equal; `www.`, a trailing dot of the host, the
 * default port, credentials, the fragment, trailing slashes, `utm_*`, `gclid` and `fbclid` are ignored; percent-encoding
 * is normalized (upper-case hex, unreserved characters decoded, never `%2F`). The rest of path and query must be equal,
 * including the order of the parameters. Pure.
 */

const IGNORED = new Set(['gclid', 'fbclid']);

/** An address in its normal form: compare `host` for "same host", `key` for "same address". */
export interface Address {
  /** Without `www.`, port and trailing dot. */
  readonly host: string;
  /** The whole address in normal form, as an `http:` URL. Its own normal form is itself. */
  readonly key: string;
}

/** The normal form; null if `link` is not an http or https address. `base` resolves a relative address. */
export function addressOf(link: string, base?: string): Address | null {
  const url = URL.parse(link, base);
  return url === null ? null : addressOfUrl(url);
}

/** The normal form of a parsed URL; null if it is not http or https. */
export function addressOfUrl(url: URL): Address | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  const host = bareHost(url.hostname);
  // http and https are equal, so both default ports are ignored.
  const port = url.port === '' || url.port === '80' || url.port === '443' ? '' : `:${url.port}`;
  const query = keptQuery(normalPercents(url.search));
  const key = `http://${host}${port}${withoutSlashes(normalPercents(url.pathname))}${query}`;
  // Decoding may turn a stray % into an escape, or an escape into a dot segment: normalize again.
  if (STRAY_PERCENT.test(url.pathname + url.search)) {
    const again = URL.parse(key);
    if (again !== null && again.href !== url.href) return addressOfUrl(again);
  }
  return { host, key };
}

/** True if both are web addresses and match. */
export function sameAddress(one: string, other: string): boolean {
  const address = addressOf(one);
  return address !== null && address.key === addressOf(other)?.key;
}

const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/;

/** A host name from the URL parser, without `www.` and the trailing dot. */
export function bareHost(hostname: string): string {
  let host = hostname;
  if (host.includes('..')) return host;
  if (host.length > 1 && host.endsWith('.')) host = host.slice(0, -1);
  while (host.startsWith('www.') && host.includes('.', 4)) host = host.slice(4);
  return host;
}

function normalPercents(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/%[0-9A-Fa-f]{2}/g, (reference) => {
    const code = Number.parseInt(reference.slice(1), 16);
    return isUnreserved(code) ? String.fromCharCode(code) : reference.toUpperCase();
  });
}

/** Unreserved characters of RFC 3986 2.3. */
function isUnreserved(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 45 ||
    code === 46 ||
    code === 95 ||
    code === 126
  );
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path.charCodeAt(end - 1) === 47) end--;
  return path.slice(0, end);
}

function keptQuery(search: string): string {
  if (search === '' || search === '?') return '';
  const pairs = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !isTracking(pair));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function isTracking(pair: string): boolean {
  const end = pair.indexOf('=');
  const name = (end < 0 ? pair : pair.slice(0, end)).toLowerCase();
  return name.startsWith('utm_') || IGNORED.has(name);
}
