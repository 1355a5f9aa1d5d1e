import test from 'ava';
import fc from 'fast-check';
import { ACCENT_GROUNDS, accentColors, contrast } from './brand.ts';

test('the contrast of two colors is that of WCAG 2.2', (t) => {
  t.is(contrast('#000000', '#ffffff'), 21);
  t.is(contrast('#ffffff', '#ffffff'), 1);
  // Known values: the lightest gray that can be read on white, and the next one, which cannot.
  t.is(contrast('#767676', '#ffffff').toFixed(2), '4.54');
  t.is(contrast('#777777', '#ffffff').toFixed(2), '4.48');
  t.is(contrast('#ff0000', '#ffffff').toFixed(2), '4.00');
  t.is(contrast('#ffffff', '#ff0000'), contrast('#ff0000', '#ffffff'));
});

test('a color that can be read stays as it was chosen', (t) => {
  t.is(accentColors('#3b57d9').light, '#3b57d9');
  t.is(accentColors('#93a8ff').dark, '#93a8ff');
});

test('white on white becomes a gray that can be read, and black on black, too', (t) => {
  t.deepEqual(accentColors('#ffffff'), { light: '#707070', dark: '#ffffff' });
  const { light, dark } = accentColors('#000000');
  t.is(light, '#000000');
  t.true(contrast(dark, '#161619') >= 4.5);
});

test('any color can be read on both grounds, and white or black text on it', (t) => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(color, (accent) => {
      const { light, dark } = accentColors(accent);
      for (const [one, other] of [
        [light, ACCENT_GROUNDS.light],
        [light, '#ffffff'],
        [dark, ACCENT_GROUNDS.dark],
        [dark, '#0f0f11'],
      ] as const)
        t.true(contrast(one, other) >= 4.5, `${accent}: ${one} on ${other}`);
    }),
  );
});
