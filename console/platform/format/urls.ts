/** Web addresses as people read and type them. Pure. */

/** What a row shows of an address: the host without `www.`, and the rest. Text that is no address is shown as it is. */
export function splitUrl(address: string): { readonly host: string; readonly rest: string } {
  const url = URL.parse(address);
  if (url === null || url.host === '') return { host: address, rest: '' };
  const rest = `${url.pathname}${url.search}${url.hash}`;
  return { host: url.host.replace(/^www\./, ''), rest: rest === '/' ? '' : decodeForReading(rest) };
}

function decodeForReading(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** Puts https:// before an address that was typed without a scheme ('example.com/a', 'localhost:8080', '//host'). */
export function withScheme(typed: string): string {
  const address = typed.trim();
  if (address === '') return '';
  if (address.startsWith('//')) return `https:${address}`;
  if (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(address)) return address;
  return `https://${address}`;
}

/** The address when it may become a link on our page (http, https), else null: `javascript:` must never be one. */
export function safeHref(address: string): string | null {
  const url = URL.parse(address);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? address : null;
}
