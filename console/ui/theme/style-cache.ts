/** The cache that writes MUI's styles into the page. */
import createCache, { type EmotionCache, type StylisPlugin } from '@emotion/cache';
import { styleNonce } from '../../platform/browser/style-nonce.ts';

/**
 * The only property that a current browser (Safari) knows with a prefix only. Emotion's own prefixes are for browsers
 * that the console does not support, and make a phone's dashboard start a fifth slower.
 */
const prefixed: StylisPlugin = (element) => {
  if (element.type === 'decl' && element.props === 'user-select')
    element.return = `-webkit-user-select:${String(element.children)};${element.value}`;
};

export const styleCache: EmotionCache = createCache({
  key: 'll',
  stylisPlugins: [prefixed],
  ...(styleNonce === undefined ? {} : { nonce: styleNonce }),
});
