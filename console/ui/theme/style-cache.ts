/** The cache that writes MUI's styles into the page. */
import createCache, { type EmotionCache, type StylisPlugin } from '@emotion/cache';
import { styleNonce } from '../../platform/browser/style-nonce.ts';
import { isRightToLeft } from '../../platform/language/language.ts';

/**
 * The only property that a current browser (Safari) knows with a prefix only. Emotion's own prefixes are for browsers
 * that the console does not support, and make a phone's dashboard start a fifth slower.
 */
const prefixed: StylisPlugin = (element) => {
  if (element.type === 'decl' && element.props === 'user-select')
    element.return = `-webkit-user-select:${String(element.children)};${element.value}`;
};

/** Opens the cache. In a language that is written from right to left, styles that name a side are mirrored. */
export async function openStyleCache(): Promise<EmotionCache> {
  const mirrored: readonly StylisPlugin[] = isRightToLeft ? [(await import('@mui/stylis-plugin-rtl')).default] : [];
  return createCache({
    key: isRightToLeft ? 'll-rtl' : 'll',
    stylisPlugins: [prefixed, ...mirrored],
    ...(styleNonce === undefined ? {} : { nonce: styleNonce }),
  });
}
