/**
 * Normalizes addresses to decide whether two are the same (infra/docs/product.md, "Matching"). After WHATWG URL parsing:
 * http and https are equal; `www.`, a final dot of the host, the default port, credentials, the fragment, trailing
 * slashes, `utm_*`, `gclid` and `fbclid` are ignored; percent-encoding is normalized (hex in upper case, unreserved
 * characters decoded, never `%2F`). The rest of path and query must be equal, the order of the query included.
 */

const IGNORED = new Set(['gclid', 'fbclid']);

/** The normal form of an address. */
export interface Address {
  /** The host without `www.`, port and final dot; equal for addresses on the same host. */
  readonly host: string;
  /** The whole address as an `http:` URL; equal for the same address. Normalizing it again changes nothing. */
  readonly key: string;
}

/** The normal form of a link, or null if it is not an http or https address. */
export function addressOf(link: string, base?: string): Address | null {
  const url = URL.parse(link, base);
  return url === null ? null : addressOfUrl(url);
}

/** The normal form of a parsed URL, or null if it is not http or https. */
export function addressOfUrl(url: URL): Address | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  const host = bareHost(url.hostname);
  // http and https are equal, and so are their default ports.
  const port = url.port === '' || url.port === '80' || url.port === '443' ? '' : `:${url.port}`;
  const query = keptQuery(normalPercents(url.search));
  const key = `http://${host}${port}${withoutSlashes(normalPercents(url.pathname))}${query}`;
  // Decoding may turn a stray % into a percent-encoded character, or one into a dot: normalize once more.
  if (STRAY_PERCENT.test(url.pathname + url.search)) {
    const again = URL.parse(key);
    if (again !== null && again.href !== url.href) return addressOfUrl(again);
  }
  return { host, key };
}

/** Whether both links are web addresses with the same normal form. */
export function sameAddress(one: string, other: string): boolean {
  const address = addressOf(one);
  return address !== null && address.key === addressOf(other)?.key;
}

const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/;

/** A host name from the URL parser, without `www.` and without the final dot. */
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

/** RFC 3986 2.3. */
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
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !isTracking(pair));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

function isTracking(pair: string): boolean {
  const end = pair.indexOf('=');
  const name = (end < 0 ? pair : pair.slice(0, end)).toLowerCase();
  return name.startsWith('utm_') || IGNORED.has(name);
}
