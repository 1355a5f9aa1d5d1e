/** Link types as sheets write them: our own words, or the values of a rel attribute. Pure. */
import type { LinkType } from '../contract/observation.ts';

const MEANINGS: Readonly<Record<string, LinkType>> = {
  dofollow: 'dofollow',
  follow: 'dofollow',
  followed: 'dofollow',
  df: 'dofollow',
  nofollow: 'nofollow',
  nf: 'nofollow',
  ugc: 'nofollow',
  sponsored: 'sponsored',
};
/** Values of rel that say nothing about following. */
const NEUTRAL = new Set(['noopener', 'noreferrer', 'external']);

/** The type that a cell names; of several, the strictest; null if a word is unknown. */
export function linkTypeOf(cell: string): LinkType | null {
  const words = cell
    .toLowerCase()
    .replaceAll(/(?<=\b(?:do|no))[\s-]+(?=follow)/g, '')
    .split(/[\s,;/|+]+/)
    .filter((word) => word !== '' && !NEUTRAL.has(word));
  const types = words.map((word) => (Object.hasOwn(MEANINGS, word) ? MEANINGS[word] : undefined));
  if (types.includes(undefined) || types.length === 0) return null;
  return (['sponsored', 'nofollow', 'dofollow'] as const).find((type) => types.includes(type)) ?? null;
}
