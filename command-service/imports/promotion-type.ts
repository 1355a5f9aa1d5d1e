/** The promotion types as sheets write them. Pure. */
import { PROMOTION_TYPES, type PromotionType } from '../model/link/events.ts';
import { plainName } from './column-names.ts';

/** Other names of the types, as `plainName` writes them. */
const OTHER_NAMES: Readonly<Record<string, PromotionType>> = {
  gastbeitrag: 'guest_post',
  guestarticle: 'guest_post',
  guestblog: 'guest_post',
  articleinvite: 'guest_post',
  insertion: 'link_insertion',
  nicheedit: 'link_insertion',
  linkplacement: 'link_insertion',
};

/** The type; 'Guest Post', 'guest_post' and 'guest-post' are the same; null for any other text. */
export function promotionTypeOf(text: string): PromotionType | null {
  const name = plainName(text);
  if (Object.hasOwn(OTHER_NAMES, name)) return OTHER_NAMES[name] ?? null;
  return PROMOTION_TYPES.find((type) => plainName(type) === name) ?? null;
}
