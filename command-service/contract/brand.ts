/** Rules of the brand of a list (model/brand/events.ts). Pure: the console uses it, too. */

/** Largest logo file in bytes, and its largest width and height in pixels. */
export const MAX_LOGO = 1024 * 1024;
export const MAX_LOGO_SIDE = 3_000;

/** The path of a logo, without the server. */
export const logoPath = ({ hash }: { readonly hash: string }): string => `/api/logos/${hash}`;

/** The accent on light pages, in mails and on paper, and on dark pages: #rrggbb. */
export interface AccentColors {
  readonly light: string;
  readonly dark: string;
}

/** The least contrast of text to its background (WCAG 2.2, 1.4.3). Graphics need less (1.4.11). */
const TEXT_CONTRAST = 4.5;
/** The darkest background of light pages and the lightest of dark pages: on all others the contrast is larger. */
export const ACCENT_GROUNDS: AccentColors = { light: '#f6f6f8', dark: '#161619' };

/**
 * The colors nearest to the accent (#rrggbb) that can be read on the backgrounds of both themes. White on the light color
 * and a dark background on the dark color can be read, too.
 */
export function accentColors(accent: string): AccentColors {
  return {
    light: readableOn(ACCENT_GROUNDS.light, accent, 0),
    dark: readableOn(ACCENT_GROUNDS.dark, accent, 255),
  };
}

/** The color with as much black (0) or white (255), in steps of one percent, as the contrast to the ground needs. */
function readableOn(ground: string, color: string, ink: 0 | 255): string {
  for (let percent = 0; ; percent += 1) {
    const mixed = channels(color).map((channel) => Math.round(channel + ((ink - channel) * percent) / 100));
    const hex = `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
    if (percent === 100 || contrast(hex, ground) >= TEXT_CONTRAST) return hex;
  }
}

/** The contrast ratio of two colors, from 1 to 21 (WCAG 2.2, definition of contrast ratio). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** WCAG 2.2, definition of relative luminance. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) =>
    channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue, from 0 to 255. */
function channels(color: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
