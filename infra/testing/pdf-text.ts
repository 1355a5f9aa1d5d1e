/** Reads the PDFs that Chromium writes: objects in plain text, streams in deflate, glyphs with a map to Unicode. */
import { inflateSync } from 'node:zlib';

interface PdfObject {
  readonly dictionary: string;
  readonly stream: string;
}

/** The text of each page, in the order in which it is drawn. */
export function pdfPages(pdf: Uint8Array): readonly string[] {
  const objects = objectsOf(Buffer.from(pdf).toString('latin1'));
  const at = (id: string | undefined) => objects.get(id ?? '') ?? { dictionary: '', stream: '' };
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\b/.test(dictionary));
  return pages.map(({ dictionary }) => {
    const fonts = new Map(
      [...dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [
        name,
        glyphsOf(at(/\/ToUnicode (\d+)/.exec(at(id).dictionary)?.[1]).stream),
      ]),
    );
    let glyphs: ReadonlyMap<string, string> | undefined;
    let text = '';
    const { stream } = at(/\/Contents (\d+)/.exec(dictionary)?.[1]);
    for (const [, font, hex] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-F]+)>(?= Tj|[^\n]*TJ)/g)) {
      if (font !== undefined) glyphs = fonts.get(font);
      const width = [...(glyphs?.keys() ?? [])][0]?.length ?? 4;
      for (const glyph of hex?.match(new RegExp(`.{${width}}`, 'g')) ?? []) text += glyphs?.get(glyph) ?? '\uFFFD';
    }
    return text;
  });
}

function objectsOf(source: string): ReadonlyMap<string, PdfObject> {
  return new Map(
    [...source.matchAll(/(\d+) 0 obj\n(.*?)endobj/gs)].map(([, id = '', body = '']) => {
      const [dictionary = '', stream] = body.split(/>>[ \n]*stream\n/);
      const isPacked = /\/FlateDecode/.test(dictionary) && stream !== undefined;
      const bytes = Buffer.from(stream?.replace(/\nendstream\s*$/, '') ?? '', 'latin1');
      return [id, { dictionary, stream: (isPacked ? inflateSync(bytes) : bytes).toString('latin1') }];
    }),
  );
}

/** The characters of a font by glyph, from its map to Unicode. */
function glyphsOf(map: string): ReadonlyMap<string, string> {
  const glyphs = new Map<string, string>();
  for (const [, lines = ''] of map.matchAll(/beginbfchar\n(.*?)endbfchar/gs))
    for (const [, glyph = '', text = ''] of lines.matchAll(/<(\w+)> <(\w+)>/g)) glyphs.set(glyph, utf16(text));
  for (const [, lines = ''] of map.matchAll(/beginbfrange\n(.*?)endbfrange/gs))
    for (const [, first = '', last = '', text = ''] of lines.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let glyph = Number.parseInt(first, 16); glyph <= Number.parseInt(last, 16); glyph += 1) {
        const code = Number.parseInt(text, 16) + glyph - Number.parseInt(first, 16);
        const name = glyph.toString(16).toUpperCase().padStart(first.length, '0');
        glyphs.set(name, utf16(code.toString(16).padStart(4, '0')));
      }
  return glyphs;
}

function utf16(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le');
}
