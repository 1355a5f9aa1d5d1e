/**
 * Reads the photo of a request and detects its format. The bytes decide the type; the type that the data URL names is
 * ignored. Only the four formats below are accepted, and only complete files. Everything else is refused, above all SVG
 * and HTML.
 */
import { InputError } from '../contract/schema/parse.ts';
import { MAX_PHOTO } from '../model/user/commands.ts';
import type { Photo } from '../model/user/events.ts';

/** A picture in a known format. */
export interface PhotoFile {
  readonly bytes: Uint8Array;
  readonly type: Photo['type'];
}

const DATA_URL = /^data:[^,]{0,200};base64,/i;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** @throws InputError if the photo is not a base64 data URL, is larger than MAX_PHOTO, or is in another format. */
export function parsePhoto(dataUrl: string): PhotoFile {
  const bytes = bytesOf(dataUrl, MAX_PHOTO);
  if (bytes === null) throw refused('Photo must be a data URL in base64, such as data:image/png;base64,…');
  if (bytes === 'too large') throw refused('Photo must be at most 2 MB');
  const type = pictureHeader(bytes)?.type;
  if (type === undefined) throw refused('Photo must be a complete PNG, JPEG, GIF or WebP file');
  return { bytes, type };
}

/** The bytes of a base64 data URL with at most `max` of them; null for another text. */
export function bytesOf(dataUrl: string, max: number): Buffer | 'too large' | null {
  const prefix = DATA_URL.exec(dataUrl)?.[0];
  const text = prefix === undefined ? '' : dataUrl.slice(prefix.length);
  if (text === '' || text.length % 4 !== 0 || !BASE64.test(text)) return null;
  const size = (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
  return size > max ? 'too large' : Buffer.from(text, 'base64');
}

function refused(message: string): InputError {
  return new InputError({ profilePhoto: message });
}

/** What a header says: the largest size, in pixels, that it names, and what is unusual about the picture. */
interface Header {
  readonly width: number;
  readonly height: number;
  readonly quirk: 'animated' | 'cmyk' | null;
}

/** The format of a complete picture and its size; null for everything else. Pure, and never throws. */
export function pictureHeader(bytes: Uint8Array): ({ readonly type: Photo['type'] } & Header) | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const [type, read] of FORMATS) {
    const header = read(file);
    if (header !== null && header.width > 0 && header.height > 0) return { type, ...header };
  }
  return null;
}

const FORMATS = [
  ['image/png', pngHeader],
  ['image/jpeg', jpegHeader],
  ['image/gif', gifHeader],
  ['image/webp', webpHeader],
] as const;

/** PNG 1.2, 3: a signature, then chunks of length, type, data and checksum, from IHDR over IDAT to IEND. */
function pngHeader(file: Buffer): Header | null {
  if (!startsWith(file, 0, '\x89PNG\r\n\x1a\n') || !startsWith(file, 12, 'IHDR') || file.length < 33) return null;
  if (file.readUInt32BE(8) !== 13) return null;
  const size = { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
  let [hasPixels, isAnimated] = [false, false];
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
    if (startsWith(file, at + 4, 'IDAT')) hasPixels = true;
    if (startsWith(file, at + 4, 'acTL')) isAnimated = true;
    if (startsWith(file, at + 4, 'IEND')) return hasPixels ? { ...size, quirk: isAnimated ? 'animated' : null } : null;
  }
  return null;
}

const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

/** ITU T.81, B: markers with segments, one frame header with a size, a scan, and the end-of-image marker. */
function jpegHeader(file: Buffer): Header | null {
  if (!startsWith(file, 0, '\xff\xd8\xff')) return null;
  let header: Header | null = null;
  for (let at = 2; at + 4 <= file.length; ) {
    if (file[at] !== 0xff) return null;
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff) {
      // Any number of fill bytes may precede a marker.
      at += 1;
      continue;
    }
    const length = file.readUInt16BE(at + 2);
    if (marker === 0xda) return file.lastIndexOf(END_OF_JPEG) >= at + 2 + length ? header : null;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame && header !== null) return null;
    if (isFrame && at + 10 <= file.length) {
      const [height, width] = [file.readUInt16BE(at + 5), file.readUInt16BE(at + 7)];
      // The four components are the inks of a printer.
      header = { width, height, quirk: file[at + 9] === 4 ? 'cmyk' : null };
    }
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
}

/** GIF89a, 17 ff.: a screen, then images and extensions in sub-blocks, then the trailer. */
function gifHeader(file: Buffer): Header | null {
  if (!startsWith(file, 0, 'GIF87a') && !startsWith(file, 0, 'GIF89a')) return null;
  if (file.length < 14) return null;
  let hasImage = false;
  let at = 13 + colors(file[10]);
  while (at < file.length) {
    const block = file[at];
    if (block === 0x3b)
      return hasImage ? { width: file.readUInt16LE(6), height: file.readUInt16LE(8), quirk: null } : null;
    if (block === 0x21) at = afterSubBlocks(file, at + 2);
    else if (block === 0x2c) {
      hasImage = true;
      at = afterSubBlocks(file, at + 10 + colors(file[at + 9]) + 1);
    } else return null;
  }
  return null;
}

/** The bytes of the color table that the flags announce. */
function colors(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function afterSubBlocks(file: Buffer, start: number): number {
  let at = start;
  for (let size = file[at]; size !== undefined && size > 0; size = file[at]) at += 1 + size;
  return at + 1;
}

/** RFC 9649: RIFF of the stated size, with the chunks of a picture. */
function webpHeader(file: Buffer): Header | null {
  if (!startsWith(file, 0, 'RIFF') || !startsWith(file, 8, 'WEBP') || file.length < 20) return null;
  const end = 8 + file.readUInt32LE(4);
  if (end > file.length) return null;
  let [hasPixels, isAnimated] = [false, false];
  const size = { width: 0, height: 0 };
  let at = 12;
  while (at + 8 <= end) {
    const bytes = file.readUInt32LE(at + 4);
    const [width, height] = chunkSize(file, at);
    // The canvas, and each frame by itself.
    size.width = Math.max(size.width, width);
    size.height = Math.max(size.height, height);
    if (startsWith(file, at, 'ANMF')) isAnimated = true;
    if (['VP8 ', 'VP8L', 'ANMF'].some((name) => startsWith(file, at, name)) && bytes > 0) hasPixels = true;
    // A byte of padding follows a chunk of odd size.
    at += 8 + bytes + (bytes % 2);
  }
  return hasPixels && at === end ? { ...size, quirk: isAnimated ? 'animated' : null } : null;
}

/** RFC 9649, 2.5 to 2.7. */
function chunkSize(file: Buffer, at: number): readonly [width: number, height: number] {
  if (at + 18 > file.length) return [0, 0];
  if (startsWith(file, at, 'VP8X')) return [file.readUIntLE(at + 12, 3) + 1, file.readUIntLE(at + 15, 3) + 1];
  if (startsWith(file, at, 'VP8 ')) return [file.readUInt16LE(at + 14) & 0x3fff, file.readUInt16LE(at + 16) & 0x3fff];
  const bits = file.readUInt32LE(at + 9);
  return startsWith(file, at, 'VP8L') ? [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1] : [0, 0];
}

function startsWith(file: Buffer, at: number, text: string): boolean {
  return file.toString('latin1', at, at + text.length) === text;
}
