/** The brand of a list. */
import { accentColors, logoPath } from '../../command-service/contract/brand.ts';
import type { Brand } from '../../command-service/model/brand/events.ts';
import type { ShownBrandAnswer } from '../contract/answers/brands.ts';

export const NO_BRAND: Brand = { name: '', logo: null, accent: null, senderName: '', footer: '' };

/** Names every field that a stranger may see. */
export function presentShownBrand({ name, logo, accent, footer }: Brand): ShownBrandAnswer {
  return {
    name,
    logo: logo && { path: logoPath(logo), width: logo.width, height: logo.height },
    colors: accent === null ? null : accentColors(accent),
    footer,
  };
}
