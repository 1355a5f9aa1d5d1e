/** URLs as people read and type them. Pure. */

/** A URL for a row: the host without `www.`, and the rest. A text that is not a URL stays as it is. */
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

/** The URL if it may become a link on our page (http, https), otherwise null: `javascript:` never may. */
export function safeHref(address: string): string | null {
  const url = URL.parse(address);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? address : null;
}
