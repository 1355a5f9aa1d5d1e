import test from 'ava';
import { BASELINE_JPEG, png, pngOf, WEBP } from '../../infra/testing/sample-images.ts';
import { InputError } from '../contract/schema/parse.ts';
import { pictureHeader } from '../identity/photo-format.ts';
import { drawLogo } from './draw-logo.ts';

test('a large logo is drawn smaller, as a PNG without what its author wrote into it', async (t) => {
  const sent = pngOf(1_200, 400, { tEXt: Buffer.from('Author\0Ann') });
  const { png: drawn, width, height } = await drawLogo(sent);
  t.deepEqual([width, height], [600, 200]);
  t.is(pictureHeader(drawn)?.type, 'image/png');
  t.deepEqual([Buffer.from(drawn).readUInt32BE(16), Buffer.from(drawn).readUInt32BE(20)], [600, 200]);
  t.false(Buffer.from(drawn).includes('Ann'));
});

test('a small logo keeps its size, and JPEG and WebP become PNG', async (t) => {
  for (const [sent, side] of [
    [png(), 1],
    [BASELINE_JPEG, 8],
    [WEBP, 1],
  ] as const) {
    const { png: drawn, width, height } = await drawLogo(sent);
    t.deepEqual([width, height, pictureHeader(drawn)?.type], [side, side, 'image/png']);
    t.notDeepEqual(Buffer.from(drawn), sent);
  }
});

test('a damaged picture is refused with a sentence, and the next one is drawn', async (t) => {
  const damaged = pngOf(40, 40);
  damaged.fill(0xff, 41, damaged.length - 12);
  for (const sent of [damaged, Buffer.from('no picture')]) {
    const error = await t.throwsAsync(drawLogo(sent), { instanceOf: InputError });
    t.regex((error as InputError).fields.logo ?? '', /^Logo cannot be read: the file is damaged/);
  }
  t.is((await drawLogo(png())).width, 1);
});
