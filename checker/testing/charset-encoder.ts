import { tableOf } from '../html/page-address.ts';

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
