/** Reads a logo from a request. Its header decides whether it is drawn: nothing here decodes pixels. */
import { MAX_LOGO, MAX_LOGO_SIDE } from '../contract/brand.ts';
import { InputError } from '../contract/schema/parse.ts';
import { bytesOf, pictureHeader } from '../identity/photo-format.ts';

/** @throws InputError, with a sentence for each kind of file that is no logo. */
export function parseLogo(dataUrl: string): Uint8Array {
  const bytes = bytesOf(dataUrl, MAX_LOGO);
  if (bytes === null) throw refusedLogo('Logo must be a data URL in base64, such as data:image/png;base64,…');
  if (bytes === 'too large') throw refusedLogo('Logo must be at most 1 MB');
  if (/^\s*<(svg|\?xml|!)/i.test(bytes.toString('latin1', 0, 200)))
    throw refusedLogo('Logo must not be an SVG file, which can hold scripts: save it as PNG');
  const header = pictureHeader(bytes);
  if (header === null || header.type === 'image/gif')
    throw refusedLogo('Logo must be a complete PNG, JPEG or WebP file, whatever its name says');
  const { width, height, quirk } = header;
  const most = MAX_LOGO_SIDE;
  if (Math.max(width, height) > most)
    throw refusedLogo(`Logo has ${width} × ${height} pixels: it may have at most ${most} × ${most}`);
  if (quirk === 'animated') throw refusedLogo('Logo must not be animated: save a single picture');
  if (quirk === 'cmyk') throw refusedLogo('Logo must not have the colors of a printer (CMYK): save it in RGB');
  return bytes;
}

/** A logo that is not accepted. */
export function refusedLogo(message: string): InputError {
  return new InputError({ logo: message });
}
