/** The kind of a response, from its Content-Type and its first bytes. */

/** The media type of a Content-Type header, lower case and without parameters; null without a header. */
export function mediaTypeOf(contentType: string | null): string | null {
  const type = /^[\s]*([^\s;,]+\/[^\s;,]+)/.exec(contentType ?? '')?.[1];
  return type === undefined ? null : type.toLowerCase();
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
