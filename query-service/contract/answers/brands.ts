/** Answers about brands. */
import type { AccentColors } from '../../../command-service/contract/brand.ts';

/** A brand as people without an account see it: on a page of the list. */
export interface ShownBrandAnswer {
  readonly name: string;
  /** The address of a PNG, without the server, and its size in pixels. Another picture has another address. */
  readonly logo: { readonly path: string; readonly width: number; readonly height: number } | null;
  /** The accent, corrected so that it can be read; null: the product’s own. */
  readonly colors: AccentColors | null;
  /** Plain text; '' without one. */
  readonly footer: string;
}

/** GET /api/brands/{list}. A list without a brand has empty fields. */
export interface BrandAnswer extends ShownBrandAnswer {
  /** As chosen: #rrggbb; null: the product’s own. */
  readonly accent: string | null;
  /** Who mails are from; '' for the product’s name. */
  readonly senderName: string;
  /** How often the brand changed: send it as If-Match. */
  readonly revision: number;
}
