/** Decodes the text of a file, whichever program wrote it. */

export class NotTextError extends Error {
  override readonly name = 'NotText';
}

const BOMS: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * Decodes a file as it arrives: by its byte order mark; without one as UTF-8; and from the first invalid byte on as
 * windows-1252, the other encoding that spreadsheets write.
 * @throws NotTextError for a NUL byte in a file without a byte order mark.
 */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let begun = false;
  // A chunk may end within a character: undecided bytes wait for the next chunk.
  let waiting = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (decoder !== null) {
      yield decoder.decode(chunk, { stream: true });
      continue;
    }
    waiting = Buffer.concat([waiting, chunk]);
    if (!begun) {
      if (waiting.length < 4) continue;
      begun = true;
      const marked = encodingByMark(waiting);
      if (marked !== null) {
        decoder = new TextDecoder(marked);
        yield decoder.decode(waiting, { stream: true });
        continue;
      }
    }
    const decided = decide(waiting, false);
    waiting = Buffer.from(decided.rest);
    decoder = decided.decoder;
    yield decided.text;
  }
  if (decoder !== null) {
    yield decoder.decode();
    return;
  }
  const marked = begun ? null : encodingByMark(waiting);
  yield marked === null ? decide(waiting, true).text : new TextDecoder(marked).decode(waiting);
}

/** Undecided while the text is ASCII or valid UTF-8; the first invalid byte means windows-1252. */
function decide(bytes: Buffer, atEnd: boolean): { text: string; rest: Uint8Array; decoder: TextDecoder | null } {
  if (bytes.includes(0)) throw new NotTextError('This is not a text file. Save it as CSV or XLSX first.');
  const cut = atEnd ? bytes.length : wholeCharacters(bytes);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, cut));
    return { text, rest: bytes.subarray(cut), decoder: null };
  } catch {
    const decoder = new TextDecoder('windows-1252');
    return { text: decoder.decode(bytes, { stream: true }), rest: new Uint8Array(), decoder };
  }
}

/** The length without an incomplete UTF-8 character in the last three bytes. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function encodingByMark(bytes: Buffer): string | null {
  const [encoding] = BOMS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? [null];
  return encoding;
}
