import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { CHUNK_BYTES, GIF, JPEG, png, WEBP } from '../../infra/testing/sample-images.ts';
import { InputError } from '../contract/schema/parse.ts';
import { MAX_PHOTO } from '../model/user/commands.ts';
import { parsePhoto, pictureHeader } from './photo-format.ts';

const url = (bytes: Uint8Array | string, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

test('the bytes of a photo decide its type, not the data URL', (t) => {
  t.is(parsePhoto(url(png())).type, 'image/png');
  t.is(parsePhoto(url(JPEG)).type, 'image/jpeg');
  t.is(parsePhoto(url(GIF)).type, 'image/gif');
  t.is(parsePhoto(url(WEBP)).type, 'image/webp');
  t.is(parsePhoto(url(GIF, 'image/svg+xml;charset=utf-8')).type, 'image/gif');
  t.deepEqual(Buffer.from(parsePhoto(url(WEBP)).bytes), WEBP);
});

test('a real screenshot is a PNG', (t) => {
  t.is(
    pictureHeader(readFileSync(path.join(import.meta.dirname, '..', '..', '.github', 'dashboard.png')))?.type,
    'image/png',
  );
});

test('a file that is not a picture is refused under any type', (t) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const html = '<!doctype html><script>alert(1)</script>';
  const wrong = [
    url(svg),
    url(svg, 'image/svg+xml'),
    url(html, 'image/gif'),
    url(`GIF89a${html}`, 'image/gif'),
    url(`\x89PNG\r\n\x1a\n${html}`),
    url(Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBP'), Buffer.from(html)]), 'image/webp'),
    url(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(html)]), 'image/jpeg'),
    url('BM12345678901234567890', 'image/bmp'),
    'data:image/png;base64,',
    'data:image/png;base64,iVBORw0K*',
    'data:image/png;base64,iVBORw0KG',
    'data:image/png,plain',
    'https://example.com/me.png',
    '',
  ];
  for (const each of wrong) {
    const error = t.throws(() => parsePhoto(each), { instanceOf: InputError }, each.slice(0, 60));
    t.deepEqual(Object.keys((error as InputError).fields), ['profilePhoto']);
  }
});

test('a truncated picture is refused', (t) => {
  for (const whole of [png(), JPEG, GIF, WEBP]) {
    for (let length = 0; length < whole.length; length++) t.is(pictureHeader(whole.subarray(0, length)), null);
    t.not(pictureHeader(whole), null);
  }
});

test('2 MB is accepted, one byte more is not', (t) => {
  const room = MAX_PHOTO - png().length - CHUNK_BYTES;
  t.is(parsePhoto(url(png(room))).bytes.byteLength, MAX_PHOTO);
  t.throws(() => parsePhoto(url(png(room + 1))), { message: 'Photo must be at most 2 MB' });
});

test('no bytes make the reader throw or loop', (t) => {
  const magic = fc.constantFrom(png(), JPEG, GIF, WEBP);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), magic, fc.nat(80), (noise, start, keep) => {
      pictureHeader(Buffer.concat([start.subarray(0, keep), noise]));
    }),
    { numRuns: 2_000 },
  );
  t.pass();
});
