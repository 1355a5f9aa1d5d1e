/** Compares the colors that a style sheet writes, as far as they can be compared without a browser. Pure. */

/** Whether two colors are hardly distinguishable; colors in a form other than #rrggbb only if they are equal. */
export function isNearly(color: string, background: string): boolean {
  const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  if (!color.startsWith('#') || !background.startsWith('#')) return color === background;
  const behind = channels(background);
  return channels(color).reduce((sum, value, at) => sum + Math.abs(value - (behind[at] ?? 0)), 0) < 48;
}

const NAMES: Readonly<Record<string, string>> = {
  white: '#ffffff',
  black: '#000000',
  red: '#ff0000',
  blue: '#0000ff',
  green: '#008000',
  yellow: '#ffff00',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
};

/** A color in a form that can be compared; any other text unchanged; null if it sets no color. */
export function colorOf(value: string | undefined): string | null {
  const text = (value ?? '').trim().toLowerCase();
  if (text === '' || /^(?:inherit|initial|unset|revert|currentcolor|none)\b/.test(text)) return null;
  if (
    /^transparent\b|^rgba\([^)]*,\s*0?(?:\.0+)?\s*\)|^rgb\([^)]*\/\s*0%?\s*\)|^#[0-9a-f]{3}0\b|^#[0-9a-f]{6}00\b/.test(
      text,
    )
  ) {
    return 'transparent';
  }
  const hex = /#([0-9a-f]{6}|[0-9a-f]{3})\b/.exec(text)?.[1];
  if (hex !== undefined) return `#${hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex}`;
  const rgb = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(text);
  if (rgb !== null)
    return `#${rgb
      .slice(1, 4)
      .map((part) => Number(part).toString(16).padStart(2, '0'))
      .join('')}`;
  const gray = grayOf(text);
  if (gray !== null) return gray;
  const hsl = /^hsla?\(\s*(-?[\d.]+)(?:deg)?[\s,]+([\d.]+)%[\s,]+([\d.]+)%/.exec(text);
  if (hsl !== null) return colorOfHsl(Number(hsl[1]), Number(hsl[2]) / 100, Number(hsl[3]) / 100);
  return NAMES[text.split(/\s/, 1)[0] ?? ''] ?? text;
}

/** A chroma that nobody sees, by notation (CSS Color 4, 8 and 9). */
const LEAST_CHROMA = { lab: 2, lch: 2, oklab: 0.01, oklch: 0.01 } as const;

/** A color in another notation whose parts are nearly equal: white, black or a gray. */
function grayOf(text: string): string | null {
  const [, notation = '', space, inner = ''] =
    /^(lab|lch|oklab|oklch|color)\(\s*(srgb|display-p3)?\s*([^)/]*)/.exec(text) ?? [];
  const values = inner.trim().split(/\s+/);
  const [first = Number.NaN, second = 0, third = 0] = values.map((value) => numberOf(value, !/^l/.test(notation)));
  if (notation === 'color') {
    const isGray = space !== undefined && Math.abs(first - second) < 0.02 && Math.abs(first - third) < 0.02;
    return isGray ? hexOfGray(first) : null;
  }
  if (!(notation in LEAST_CHROMA)) return null;
  const chroma = notation.endsWith('lab') ? Math.hypot(second, third) : second;
  if (chroma > LEAST_CHROMA[notation as keyof typeof LEAST_CHROMA]) return null;
  const root = notation.startsWith('ok') ? first : (first + 16) / 116;
  const light = root ** 3;
  return hexOfGray(light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
}

/** A part of a color: a number, or a percentage of 1 or of 100. */
function numberOf(value: string, isOfOne: boolean): number {
  const number = value === 'none' ? 0 : Number.parseFloat(value);
  return value.endsWith('%') && isOfOne ? number / 100 : number;
}

function hexOfGray(part: number): string | null {
  if (!Number.isFinite(part)) return null;
  const value = Math.round(Math.min(1, Math.max(0, part)) * 255);
  return `#${value.toString(16).padStart(2, '0').repeat(3)}`;
}

/** CSS Color 4, "HSL to sRGB". */
function colorOfHsl(hue: number, saturation: number, lightness: number): string {
  const part = (n: number) => {
    const k = (n + hue / 30 + 12) % 12;
    const value = lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}
