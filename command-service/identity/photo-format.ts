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
  const prefix = DATA_URL.exec(dataUrl)?.[0];
  const text = prefix === undefined ? '' : dataUrl.slice(prefix.length);
  if (text === '' || text.length % 4 !== 0 || !BASE64.test(text)) {
    throw refused('Photo must be a data URL in base64, such as data:image/png;base64,…');
  }
  const size = (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
  if (size > MAX_PHOTO) throw refused('Photo must be at most 2 MB');
  const bytes = Buffer.from(text, 'base64');
  const type = pictureType(bytes);
  if (type === null) throw refused('Photo must be a complete PNG, JPEG, GIF or WebP file');
  return { bytes, type };
}

function refused(message: string): InputError {
  return new InputError({ profilePhoto: message });
}

/** The format of a complete picture; null for everything else. Pure, and never throws. */
export function pictureType(bytes: Uint8Array): Photo['type'] | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isPng(file)) return 'image/png';
  if (isJpeg(file)) return 'image/jpeg';
  if (isGif(file)) return 'image/gif';
  if (isWebp(file)) return 'image/webp';
  return null;
}

/** PNG 1.2, 3: a signature, then chunks of length, type, data and checksum, from IHDR over IDAT to IEND. */
function isPng(file: Buffer): boolean {
  if (!startsWith(file, 0, '\x89PNG\r\n\x1a\n') || !startsWith(file, 12, 'IHDR') || file.length < 33) return false;
  if (file.readUInt32BE(8) !== 13 || file.readUInt32BE(16) === 0 || file.readUInt32BE(20) === 0) return false;
  let hasPixels = false;
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
    if (startsWith(file, at + 4, 'IDAT')) hasPixels = true;
    if (startsWith(file, at + 4, 'IEND')) return hasPixels;
  }
  return false;
}

const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

/** ITU T.81, B: markers with segments, a frame header with a size, a scan, and the end-of-image marker. */
function isJpeg(file: Buffer): boolean {
  if (!startsWith(file, 0, '\xff\xd8\xff')) return false;
  let hasFrame = false;
  for (let at = 2; at + 4 <= file.length; ) {
    if (file[at] !== 0xff) return false;
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff) {
      // Any number of fill bytes may precede a marker.
      at += 1;
      continue;
    }
    const length = file.readUInt16BE(at + 2);
    if (marker === 0xda) return hasFrame && file.lastIndexOf(END_OF_JPEG) >= at + 2 + length;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame && at + 9 <= file.length) hasFrame = file.readUInt16BE(at + 5) > 0 && file.readUInt16BE(at + 7) > 0;
    if (length < 2) return false;
    at += 2 + length;
  }
  return false;
}

/** GIF89a, 17 ff.: a screen, then images and extensions in sub-blocks, then the trailer. */
function isGif(file: Buffer): boolean {
  if (!startsWith(file, 0, 'GIF87a') && !startsWith(file, 0, 'GIF89a')) return false;
  if (file.length < 14 || file.readUInt16LE(6) === 0 || file.readUInt16LE(8) === 0) return false;
  let hasImage = false;
  let at = 13 + colors(file[10]);
  while (at < file.length) {
    const block = file[at];
    if (block === 0x3b) return hasImage;
    if (block === 0x21) at = afterSubBlocks(file, at + 2);
    else if (block === 0x2c) {
      hasImage = true;
      at = afterSubBlocks(file, at + 10 + colors(file[at + 9]) + 1);
    } else return false;
  }
  return false;
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
function isWebp(file: Buffer): boolean {
  if (!startsWith(file, 0, 'RIFF') || !startsWith(file, 8, 'WEBP') || file.length < 20) return false;
  const end = 8 + file.readUInt32LE(4);
  if (end > file.length) return false;
  let hasPixels = false;
  let at = 12;
  while (at + 8 <= end) {
    const size = file.readUInt32LE(at + 4);
    if (['VP8 ', 'VP8L', 'ANMF'].some((name) => startsWith(file, at, name)) && size > 0) hasPixels = true;
    // A byte of padding follows a chunk of odd size.
    at += 8 + size + (size % 2);
  }
  return hasPixels && at === end;
}

function startsWith(file: Buffer, at: number, text: string): boolean {
  return file.toString('latin1', at, at + text.length) === text;
}
