import test from 'ava';
import fc from 'fast-check';
import { BASELINE_JPEG, GIF, JPEG, png, pngOf, WEBP } from '../../infra/testing/sample-images.ts';
import { MAX_LOGO, MAX_LOGO_SIDE } from '../contract/brand.ts';
import { InputError } from '../contract/schema/parse.ts';
import { parseLogo } from './parse-logo.ts';

const url = (bytes: Uint8Array | string, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** A WebP file with these chunks. */
function webp(...chunks: readonly (readonly [string, Buffer])[]): Buffer {
  const body = chunks.map(([name, data]) => {
    const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  });
  const file = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), ...body]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

/** The canvas of a WebP file. */
function canvas(width: number, height: number): readonly [string, Buffer] {
  const data = Buffer.alloc(10);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return ['VP8X', data];
}

/** The beginning of a lossless frame. */
function lossless(width: number, height: number): readonly [string, Buffer] {
  const data = Buffer.alloc(10);
  data[0] = 0x2f;
  data.writeUInt32LE(((height - 1) << 14) | (width - 1), 1);
  return ['VP8L', data];
}

const lossy: readonly [string, Buffer] = ['VP8 ', WEBP.subarray(20)];

/** Found to take 1.3 GB: the decoder makes room for the frame, whatever the canvas is. */
const liar = webp(canvas(10, 10), lossless(12_000, 12_000));

/** The header of a JPEG frame, with so many components. */
function frame(width: number, height: number, components: number): Buffer {
  const data = Buffer.from([0xff, 0xc0, 0, 8 + 3 * components, 8, 0, 0, 0, 0, components]);
  data.writeUInt16BE(height, 5);
  data.writeUInt16BE(width, 7);
  return Buffer.concat([data, Buffer.alloc(3 * components)]);
}

/** A JPEG with these frames before its scan. */
function jpeg(...frames: readonly Buffer[]): Buffer {
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0xff, 0xd9]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...frames, scan]);
}

test('PNG, JPEG and WebP files are accepted, whatever type the data URL names', (t) => {
  for (const file of [png(), BASELINE_JPEG, JPEG, WEBP, webp(canvas(1, 1), lossy), jpeg(frame(8, 8, 3))])
    t.deepEqual(Buffer.from(parseLogo(url(file, 'text/plain'))), file);
});

const SIZE = /^Logo has 20000 × 20000 pixels: it may have at most 3000 × 3000$/;
const refused: readonly [string, string, RegExp][] = [
  ['an SVG', url('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), /SVG file/],
  ['an SVG with a declaration', url('\n<?xml version="1.0"?><svg/>', 'image/svg+xml'), /SVG file/],
  ['a text named .png', url('just a text'), /complete PNG, JPEG or WebP file, whatever its name says/],
  ['a GIF', url(GIF, 'image/gif'), /complete PNG, JPEG or WebP/],
  ['half a PNG', url(png().subarray(0, 40)), /complete PNG/],
  ['no data URL', 'https://example.com/logo.png', /must be a data URL/],
  ['more than 1 MB', url(png(MAX_LOGO)), /^Logo must be at most 1 MB$/],
  ['a PNG of 20,000 × 20,000', url(pngOf(20_000, 20_000, {}, 1)), SIZE],
  ['a JPEG of 20,000 × 20,000', url(jpeg(frame(20_000, 20_000, 3))), SIZE],
  ['a JPEG with a second, small frame', url(jpeg(frame(20_000, 20_000, 3), frame(8, 8, 3))), /complete PNG/],
  ['a WebP with a canvas of 20,000 × 20,000', url(webp(canvas(20_000, 20_000), lossy)), SIZE],
  ['one pixel too many', url(pngOf(MAX_LOGO_SIDE + 1, 1)), /^Logo has 3001 × 1 pixels/],
  ['a CMYK JPEG', url(jpeg(frame(8, 8, 4))), /colors of a printer \(CMYK\)/],
  ['a WebP with a small canvas and a frame of 12,000 × 12,000', url(liar), /^Logo has 12000 × 12000 pixels/],
  ['an animated PNG', url(pngOf(1, 1, { acTL: Buffer.alloc(8) })), /must not be animated/],
  ['an animated WebP', url(webp(canvas(1, 1), ['ANIM', Buffer.alloc(6)], ['ANMF', Buffer.alloc(16)])), /animated/],
];

for (const [what, sent, sentence] of refused) {
  test(`${what} is refused with a sentence`, (t) => {
    const error = t.throws(() => parseLogo(sent), { instanceOf: InputError });
    t.regex((error as InputError).fields.logo ?? '', sentence);
  });
}

test('no bytes make the reader throw anything but a refusal', (t) => {
  const files = [png(), BASELINE_JPEG, JPEG, WEBP, webp(canvas(9, 9), lossy), webp(['VP8X', Buffer.alloc(2)], lossy)];
  const change = fc.record({ at: fc.nat(), to: fc.integer({ min: 0, max: 255 }) });
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.array(change, { maxLength: 4 }), fc.string(), (file, changes, tail) => {
      const sent = Buffer.concat([file, Buffer.from(tail)]);
      for (const { at, to } of changes) sent[at % sent.length] = to;
      try {
        parseLogo(url(sent));
      } catch (error) {
        t.true(error instanceof InputError, String(error));
      }
    }),
    { numRuns: 500 },
  );
});
