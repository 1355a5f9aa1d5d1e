/** Where MUI's styles are kept, and how they are written. */
import createCache, { type EmotionCache, type StylisPlugin } from '@emotion/cache';
import { styleNonce } from '../../platform/browser/style-nonce.ts';

/**
 * The one property that a browser of today knows by its prefix alone (Safari). Emotion's own prefixes are for browsers the
 * console does not run in, and hold a phone's dashboard a fifth longer: they are written before a screen stands.
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
