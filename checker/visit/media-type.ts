/** What an answer is, by what it says and by how it begins. Pure. */

/** The media type of a Content-Type header, lower case and without parameters; null where none is given. */
export function mediaTypeOf(contentType: string | null): string | null {
  const type = /^[\s]*([^\s;,]+\/[^\s;,]+)/.exec(contentType ?? '')?.[1];
  return type === undefined ? null : type.toLowerCase();
}

/** How files begin that are sometimes sent under the name of a web page (WHATWG MIME Sniffing 6). */
const SIGNATURES = ['%PDF-', 'PK\x03\x04', '\x89PNG\r\n', 'GIF8', '\xff\xd8\xff', '\x1f\x8b\x08', '%!PS-', 'Rar!'];

/** Whether the first bytes are those of a file that no browser could show as text. */
export function looksBinary(start: Buffer): boolean {
  const text = start.toString('latin1', 0, 8);
  return SIGNATURES.some((signature) => text.startsWith(signature));
}

/** Whether the first bytes could be a page: the first thing after a mark and white space is a `<`. */
export function looksLikeMarkup(start: Buffer): boolean {
  const text = start.toString('latin1', 0, 1024).replace(/^(\xef\xbb\xbf|\xfe\xff|\xff\xfe)/, '');
  return /^[\s\0]*(<|$)/.test(text);
}
