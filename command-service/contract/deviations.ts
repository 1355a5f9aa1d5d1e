/** How a link can deviate from what was agreed about it (infra/docs/product.md, "Terms"). Imports no library: the console uses it. */
export const DEVIATION_CODES = [
  'wrong-anchor',
  'wrong-type',
  'not-indexable',
  'not-visible',
  'late',
  'lost-early',
  'live-after-end',
] as const;

export type DeviationCode = (typeof DEVIATION_CODES)[number];
