/** Resolves the addresses on a page as a browser does: the query in the encoding of the page (WHATWG URL 4.4). */
import { isAscii } from 'node:buffer';

/** The encodings whose pages have their queries in UTF-8. */
const IN_UTF8: ReadonlySet<string | null> = new Set([null, 'utf-8', 'utf-16le', 'utf-16be']);

/**
 * The address of an `href`, relative to `base`; null if it is invalid.
 * @param encoding the WHATWG name of the encoding of the page in lower case; null: UTF-8.
 */
export function resolveAddress(href: string, base: string | undefined, encoding: string | null): URL | null {
  const url = URL.parse(href, base);
  if (url === null || IN_UTF8.has(encoding) || encoding === null || !/^https?:$/.test(url.protocol)) return url;
  const [, start = '', query = '', fragment = ''] = /^([^?#]*\?)([^#]*)(.*)$/s.exec(href) ?? [];
  if (isAscii(Buffer.from(query))) return url;
  return URL.parse(`${start}${encodeQuery(query, encoding)}${fragment}`, base);
}

function encodeQuery(query: string, encoding: string): string {
  const table = tableOf(encoding);
  return query.replace(/[^\0-\x7f]/gu, (character) => {
    const bytes = table.get(character);
    // A character that the encoding lacks becomes an HTML reference.
    return bytes === undefined ? `%26%23${character.codePointAt(0)}%3B` : bytes.map(encodeByte).join('');
  });
}

/** The second byte of a character may be an ASCII letter, which stays. */
function encodeByte(byte: number): string {
  const isPlain = byte > 0x20 && byte < 0x7f && !`"#<>'`.includes(String.fromCharCode(byte));
  return isPlain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase()}`;
}

/** By encoding: the bytes of each character beyond ASCII that has one or two. */
const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** The leads that encoders leave out, because their characters have others (WHATWG Encoding 5). */
const UNUSED_LEADS: Readonly<Record<string, (lead: number) => boolean>> = {
  shift_jis: (lead) => lead === 0xed || lead === 0xee,
  big5: (lead) => lead < 0xa1,
};

/** The table of an encoding, from the decoder of the platform. Characters of three or four bytes are not in it. */
export function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const table = new Map<string, readonly number[]>();
  const decoder = new TextDecoder(encoding);
  const add = (...bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0x80; byte <= 0xff; byte += 1) add(byte);
  if (!/^(windows|iso-8859|koi8|macintosh|x-mac|ibm)/.test(encoding)) {
    for (let lead = 0x81; lead <= 0xfe; lead += 1) {
      if (UNUSED_LEADS[encoding]?.(lead) === true) continue;
      for (let trail = 0x40; trail <= 0xfe; trail += 1) add(lead, trail);
    }
  }
  tables.set(encoding, table);
  return table;
}
