/**
 * Decodes the bytes of a page to text with the character encoding that a browser would use (WHATWG HTML 13.2.3,
 * Encoding): byte order mark, Content-Type, then `<meta>` in the head, for which browsers start over. Without a
 * declaration the bytes decide.
 */
import { isAscii } from 'node:buffer';
import { contentTypeOf } from '../visit/media-type.ts';
import { guessEncoding } from './charset-guess.ts';

/** The fewest bytes of a page that are searched for a declaration (WHATWG HTML 13.2.3.2), and the most. */
const PRESCAN_BYTES = 1024;
const MOST_PRESCAN_BYTES = 64 * 1024;
/** The bytes that a guess is made from, from the first one beyond ASCII on. */
const GUESSED_BYTES = 64 * 1024;
/** The end of the head. */
const HEAD_END = /<\/head[\s>]|<body[\s>]/i;

/** Decodes a page chunk by chunk. Call `write` any number of times, then `end` once. */
export class TextReader {
  #held: Buffer[] | null = [];
  #heldBytes = 0;
  #searchedBytes = 0;
  #decoder: TextDecoder | null = null;
  /** The bytes from the first one beyond ASCII, until the encoding is guessed. */
  #undecided: Buffer[] = [];
  #undecidedBytes = 0;
  #isGuessed = false;
  readonly #declared: string | null;
  #charset: string | null = null;

  /** `contentType` is the raw header. */
  constructor(contentType: string | null) {
    this.#declared = encodingOf(contentTypeOf(contentType)?.charset);
  }

  /** The WHATWG name of the encoding in lower case; null until it is known. */
  get charset(): string | null {
    return this.#charset;
  }

  /** The page declares no encoding, and has bytes beyond ASCII. */
  get isGuessed(): boolean {
    return this.#isGuessed;
  }

  /** The text decoded so far; '' while the bytes for the prescan or a guess are collected. */
  write(chunk: Buffer): string {
    if (this.#held === null) return this.#decode(chunk, true);
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    return this.#hasEnough(this.#held) ? this.#begin(true) : '';
  }

  /** Whether the bytes tell the encoding: the byte order mark is known if the header has one, else the whole head. */
  #hasEnough(held: readonly Buffer[]): boolean {
    if (this.#declared !== null) return this.#heldBytes >= 3;
    if (this.#heldBytes >= MOST_PRESCAN_BYTES) return true;
    // A page that arrives byte by byte is not searched at each.
    if (this.#heldBytes < this.#searchedBytes + PRESCAN_BYTES) return false;
    this.#searchedBytes = this.#heldBytes;
    const start = Buffer.concat(held).toString('latin1');
    return HEAD_END.test(start) || prescan(start) !== null;
  }

  /** The rest of the text. */
  end(): string {
    return this.#held === null ? this.#decode(Buffer.alloc(0), false) : this.#begin(false);
  }

  #begin(more: boolean): string {
    const start = Buffer.concat(this.#held ?? []);
    this.#held = null;
    const declared = byteOrderMark(start) ?? this.#declared ?? prescan(headOf(start));
    this.#charset = declared ?? 'utf-8';
    if (declared !== null) this.#decoder = new TextDecoder(declared);
    return this.#decode(start, more);
  }

  #decode(chunk: Buffer, more: boolean): string {
    if (this.#decoder !== null) return this.#decoder.decode(chunk, { stream: more });
    // ASCII reads the same in every encoding that is guessed.
    if (this.#undecidedBytes === 0 && isAscii(chunk)) return chunk.toString('latin1');
    this.#undecided.push(chunk);
    this.#undecidedBytes += chunk.length;
    return more && this.#undecidedBytes < GUESSED_BYTES ? '' : this.#decodeUndecided(more);
  }

  #decodeUndecided(more: boolean): string {
    const bytes = Buffer.concat(this.#undecided);
    this.#undecided = [];
    this.#isGuessed = true;
    this.#charset = guessEncoding(guessedPart(bytes));
    this.#decoder = new TextDecoder(this.#charset, { ignoreBOM: true });
    return this.#decoder.decode(bytes, { stream: more });
  }
}

function guessedPart(bytes: Buffer): Buffer {
  const foreign = bytes.findIndex((byte) => byte >= 0x80);
  return bytes.subarray(Math.max(0, foreign - PRESCAN_BYTES), foreign + GUESSED_BYTES);
}

/** The part of the beginning of a page that may declare its encoding. */
function headOf(start: Buffer): string {
  const text = start.toString('latin1', 0, MOST_PRESCAN_BYTES);
  const end = HEAD_END.exec(text)?.index ?? text.length;
  return text.slice(0, Math.max(end, PRESCAN_BYTES));
}

function byteOrderMark(start: Buffer): string | null {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return null;
}

/** The encoding of a label (WHATWG Encoding 4.2), or null for an unknown label. */
function encodingOf(label: string | null | undefined): string | null {
  if (label === undefined || label === null) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

/** The encoding that the page declares. The declaration was read as ASCII, so the page cannot be UTF-16 (13.2.3.2). */
function declaredInside(label: string | undefined): string | null {
  const encoding = encodingOf(label);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return 'utf-8';
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding;
}

const ATTRIBUTE = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;

/** The encoding that the beginning of a page declares (WHATWG HTML 13.2.3.2), or null. Reads it in one pass. */
export function prescan(start: string): string | null {
  const xml = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]+)["']/.exec(start)?.[1];
  let at = 0;
  while (at < start.length) {
    at = start.indexOf('<', at);
    if (at === -1) break;
    if (start.startsWith('<!--', at)) {
      const end = start.indexOf('-->', at + 2);
      if (end === -1) break;
      at = end + 3;
    } else if (/^<meta[\s/]/i.test(start.slice(at, at + 6))) {
      const { attributes, end } = attributesAt(start, at + 5);
      const found = encodingOfMeta(attributes);
      if (found !== null) return found;
      at = end;
    } else if (/^<\/?[a-z]/i.test(start.slice(at, at + 3))) {
      const name = /^<\/?[^\s/>]*/.exec(start.slice(at))?.[0] ?? '<';
      at = attributesAt(start, at + name.length).end;
    } else if (/^<[!/?]/.test(start.slice(at, at + 2))) {
      const end = start.indexOf('>', at);
      if (end === -1) break;
      at = end + 1;
    } else {
      at++;
    }
  }
  return declaredInside(xml);
}

function attributesAt(text: string, from: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>();
  let at = from;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(text);
    if (match === null) return { attributes, end: Math.max(at, from) };
    const name = (match[1] ?? '').toLowerCase();
    if (!attributes.has(name)) attributes.set(name, match[2] ?? match[3] ?? match[4] ?? '');
    at = ATTRIBUTE.lastIndex;
  }
}

function encodingOfMeta(attributes: Map<string, string>): string | null {
  const charset = attributes.get('charset');
  if (charset !== undefined) return declaredInside(charset);
  if (attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return null;
  const content = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(attributes.get('content') ?? '');
  return declaredInside(content?.[1] ?? content?.[2] ?? content?.[3]);
}
