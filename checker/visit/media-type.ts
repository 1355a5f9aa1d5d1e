/** The kind of a response, from its Content-Type and its first bytes. */

/** Types with which a server says that it does not know (WHATWG MIME Sniffing 7). */
const UNKNOWN = new Set(['*/*', 'unknown/unknown', 'application/unknown']);

interface ContentType {
  /** Lower case, without parameters. */
  readonly type: string;
  /** The label of the encoding; null without one. */
  readonly charset: string | null;
}

/**
 * The type in Content-Type headers, which are joined by commas; null without a known type. The last valid one counts,
 * and keeps the encoding of an earlier one of the same type (WHATWG Fetch, "extract a MIME type").
 */
export function contentTypeOf(header: string | null): ContentType | null {
  const last = partsOf(header ?? '').reduce<ContentType | null>((before, part) => {
    const type = /^\s*([^\s;]+\/[^\s;]+)/.exec(part)?.[1]?.toLowerCase();
    if (type === undefined || type === '*/*') return before;
    const charset = /[;\s]charset\s*=\s*["']?([^\s;"']+)/i.exec(part)?.[1] ?? null;
    return { type, charset: charset ?? (before?.type === type ? before.charset : null) };
  }, null);
  return last === null || UNKNOWN.has(last.type) ? null : last;
}

/** The headers, which commas outside of quotes separate. */
function partsOf(headers: string): readonly string[] {
  return headers.match(/(?:"(?:[^"\\]|\\.)*"|[^,])+/g) ?? [];
}

/** The media type of Content-Type headers as `contentTypeOf` reads them. */
export function mediaTypeOf(header: string | null): string | null {
  return contentTypeOf(header)?.type ?? null;
}

/** Whether browsers read the type as a web page. The content decides on a page without a type. */
export function isHtmlType(type: string | null): boolean {
  return type === null || type === 'text/html' || type === 'application/xhtml+xml';
}

/** Whether browsers show the type as XML, which elements of XHTML in it make a page. */
export function isXmlType(type: string | null): boolean {
  return type === 'text/xml' || type === 'application/xml';
}

const XHTML = 'http://www.w3.org/1999/xhtml';

/** Whether the first bytes of XML say that it has elements of XHTML. */
export function looksLikeXhtml(start: Buffer): boolean {
  return start.subarray(0, 4096).includes(XHTML);
}

/** First bytes of files that servers sometimes send as HTML (WHATWG MIME Sniffing 6). */
const SIGNATURES = ['%PDF-', 'PK\x03\x04', '\x89PNG\r\n', 'GIF8', '\xff\xd8\xff', '\x1f\x8b\x08', '%!PS-', 'Rar!'];

/** Whether the first bytes belong to a file that is not text. */
export function looksBinary(start: Buffer): boolean {
  const text = start.toString('latin1', 0, 8);
  return SIGNATURES.some((signature) => text.startsWith(signature));
}

/** Whether the first bytes could be a page: after a byte order mark and white space comes a `<`. */
export function looksLikeMarkup(start: Buffer): boolean {
  const text = start.toString('latin1', 0, 1024).replace(/^(\xef\xbb\xbf|\xfe\xff|\xff\xfe)/, '');
  return /^[\s\0]*(<|$)/.test(text);
}
