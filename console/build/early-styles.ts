/**
 * Lets Emotion insert the styles of a component while React renders it. Emotion itself inserts all styles of a screen when
 * React commits it, in one task that nothing interrupts: compiling them takes most of that task on a phone. Rendering is
 * interrupted every few milliseconds. Global styles stay in an effect: they must go when their component goes.
 */
import type { Plugin } from 'vite';

const PACKAGE = '@emotion/use-insertion-effect-with-fallbacks';
const REPLACEMENT = '\0early-styles';

const SOURCE = `
export { useInsertionEffect as useInsertionEffectWithLayoutFallback } from 'react';
export const useInsertionEffectAlwaysWithSyncFallback = (insert) => insert();
`;

export function earlyStyles(): Plugin {
  let isUsed = false;
  return {
    name: 'early-styles',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source) => (source === PACKAGE ? REPLACEMENT : null),
    load(id) {
      if (id !== REPLACEMENT) return null;
      isUsed = true;
      return SOURCE;
    },
    /** A newer Emotion may be built differently: fail instead of becoming slower silently. */
    buildEnd(error) {
      if (error === undefined && !isUsed)
        this.error(`Emotion no longer imports ${PACKAGE}; see console/build/early-styles.ts.`);
    },
  };
}
