/** The fonts of reports: Inter, and Noto for the other scripts of anchors and names. */
import { readFileSync } from 'node:fs';

/** Style sheets, and for which characters: their files have fewer characters of other scripts than they say. */
const JAPANESE = ['@fontsource-variable/noto-sans-jp/index.css', /\P{scx=Hangul}/u] as const;
const CHINESE = ['@fontsource-variable/noto-sans-sc/index.css', /\P{scx=Hangul}/u] as const;

/** A file of a font, and its characters. */
const FACE = /url\((\.\/files\/[^)]+\.woff2)\)[^;]*;\s*unicode-range: ([^;]+);/g;
const RANGE = /U\+(\w+)(?:-(\w+))?/gi;

/**
 * The `@font-face` rules of the family `Inter` for a text, with their files in `data:` addresses: 65 kB for English, and
 * 20 to 220 kB for each part of another script that the text needs.
 */
export function fontFaces(text: string): string {
  // Many Chinese characters look different in Japanese.
  const han = /\p{Script=Hiragana}|\p{Script=Katakana}/u.test(text) ? [JAPANESE, CHINESE] : [CHINESE, JAPANESE];
  const fonts = [
    ['@fontsource-variable/inter/index.css', /./su],
    ['@fontsource-variable/noto-sans-arabic/index.css', /\p{scx=Arabic}/u],
    ['@fontsource-variable/noto-sans-hebrew/index.css', /\p{scx=Hebrew}/u],
    ...han,
    ['@fontsource-variable/noto-sans-kr/index.css', /./su],
    ['@fontsource/noto-emoji/400.css', /./su],
  ] as const;
  // Every file of emoji has the characters that only join others.
  let missing = Array.from(
    new Set(text.replaceAll(/[\u200D\uFE0F]/g, '')),
    (character) => character.codePointAt(0) ?? 0,
  );
  const rules: string[] = [];
  for (const [name, characters] of fonts) {
    if (missing.length === 0) break;
    const sheet = import.meta.resolve(name);
    for (const [, file = '', range = ''] of readFileSync(new URL(sheet), 'utf8').matchAll(FACE)) {
      const parts = Array.from(range.matchAll(RANGE), ([, first = '', last = first]) =>
        [`0x${first}`, `0x${last}`].map(Number),
      );
      const isIn = (code: number) => parts.some(([first = 0, last = 0]) => code >= first && code <= last);
      const others = missing.filter((code) => !characters.test(String.fromCodePoint(code)) || !isIn(code));
      if (others.length === missing.length) continue;
      missing = others;
      const data = readFileSync(new URL(file, sheet)).toString('base64');
      const source = `src: url(data:font/woff2;base64,${data}) format('woff2')`;
      rules.push(`@font-face { font-family: Inter; font-weight: 100 900; ${source}; unicode-range: ${range}; }`);
    }
  }
  // Of two rules that have a character, the later rule counts.
  return rules.reverse().join('\n');
}
