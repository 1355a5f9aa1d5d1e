/** By encoding: the bytes of each non-ASCII character of one or two bytes. */
const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const table = new Map<string, readonly number[]>();
  const decoder = new TextDecoder(encoding);
  const add = (...bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0x80; byte <= 0xff; byte++) add(byte);
  if (!/^(windows|iso-8859|koi8)/.test(encoding)) {
    for (let lead = 0x81; lead <= 0xfe; lead++) {
      for (let trail = 0x40; trail <= 0xfe; trail++) add(lead, trail);
    }
  }
  tables.set(encoding, table);
  return table;
}

/** Encodes a text. @throws Error for a character that the encoding lacks. */
export function encodeText(text: string, encoding: string): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const table = tableOf(encoding);
  const bytes = [...text].flatMap((character) => {
    const code = character.codePointAt(0) ?? 0;
    const found = code < 0x80 ? [code] : table.get(character);
    if (found === undefined) throw new Error(`${encoding} has no “${character}”`);
    return found;
  });
  return Buffer.from(bytes);
}
