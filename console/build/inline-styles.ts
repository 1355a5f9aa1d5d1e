/**
 * Puts the stylesheet that every page needs into the page itself: the frame of index.html is drawn with the first
 * kilobytes, without waiting for another request. The page's policy allows the style by its nonce.
 */
import type { Plugin } from 'vite';

const LINK = /\s*<link rel="stylesheet"[^>]* href="\/([^"]+\.css)">/;

export function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') this.error('The build has no index.html.');
      const source = String(page.source);
      const [link = '', file = ''] = LINK.exec(source) ?? [];
      const styles = bundle[file];
      if (styles?.type !== 'asset') this.error('index.html names no stylesheet.');
      const inlined = `\n    <style nonce="__CSP_NONCE__">${String(styles.source).trim()}</style>`;
      const user = Object.values(bundle).find((part) => part.type === 'chunk' && part.code.includes(file));
      if (user !== undefined) this.error(`${user.fileName} loads ${file}, which is only in index.html.`);
      page.source = source.replace(link, () => inlined);
      delete bundle[file];
    },
  };
}
