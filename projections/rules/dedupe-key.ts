/**
 * When two links are the same promise: both addresses match by the checker's rules (infra/docs/product.md, "Matching").
 * Pure.
 */
import { hash } from 'node:crypto';

/** So many that two pairs never have the same. */
const KEY_BYTES = 16;
const TRACKING = new Set(['gclid', 'fbclid']);
/** RFC 3986 2.3. */
const UNRESERVED = /[\w.~-]/;
const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/;

/**
 * The same text for links with the same addresses, else another; lower case. null where an address is missing: nothing is
 * said of such a link yet, so there can be any number of them.
 */
export function dedupeKey(articleLink: string, clientLink: string): string | null {
  const article = addressKey(articleLink);
  const client = addressKey(clientLink);
  if (article === null || client === null) return null;
  return hash('sha256', `${article} ${client}`, 'buffer').toString('hex', 0, KEY_BYTES);
}

/**
 * An address as it is compared: http and https are equal, the host has no `www.` and no trailing dot, default port,
 * credentials, fragment, trailing slashes, `utm_*`, `gclid` and `fbclid` do not count, percent-encoding is normalised.
 * null for what is no web address.
 */
export function addressKey(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  const port = url.port === '' || url.port === '80' || url.port === '443' ? '' : `:${url.port}`;
  const path = normalPercents(url.pathname).replace(/\/+$/, '');
  const kept = normalPercents(url.search)
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !isTracking(pair));
  const key = `http://${bareHost(url.hostname)}${port}${path}${kept.length === 0 ? '' : `?${kept.join('&')}`}`;
  // A stray % may have become a reference, a reference a dot: such an address needs another round.
  if (!STRAY_PERCENT.test(url.pathname + url.search)) return key;
  const again = URL.parse(key);
  return again === null || again.href === url.href ? key : addressKey(again.href);
}

function bareHost(hostname: string): string {
  if (hostname.includes('..')) return hostname;
  let host = hostname.length > 1 && hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  while (host.startsWith('www.') && host.includes('.', 4)) host = host.slice(4);
  return host;
}

function normalPercents(text: string): string {
  return text.replace(/%[0-9A-Fa-f]{2}/g, (reference) => {
    const character = String.fromCharCode(Number.parseInt(reference.slice(1), 16));
    return UNRESERVED.test(character) ? character : reference.toUpperCase();
  });
}

function isTracking(pair: string): boolean {
  const name = (pair.split('=', 1)[0] ?? '').toLowerCase();
  return name.startsWith('utm_') || TRACKING.has(name);
}
