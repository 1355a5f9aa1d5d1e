import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import texts from '../command-service/contract/languages/en/console-page.json' with { type: 'json' };
import { codeSplittingGroups } from './build/code-splitting.ts';
import { compileMessages } from './build/compile-messages.ts';
import { earlyStyles } from './build/early-styles.ts';
import { inlineStyles } from './build/inline-styles.ts';
import { joinFacades } from './build/join-facades.ts';
import { trimLibraries } from './build/trim-libraries.ts';

/** What the server fills in. In development the sign-in state is unknown: the console requests it. */
function fillPage(): Plugin {
  return {
    name: 'fill-page',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html
        .replaceAll('__CSP_NONCE__', '')
        .replaceAll('__VISITOR__', 'somebody')
        .replaceAll(/__TEXT_(\w+?)__/g, (_, key: keyof typeof texts) => texts[key]),
  };
}

/** The server behind the console in development: `npm run dev` starts both. */
const SERVER = { target: `http://localhost:${process.env.PORT ?? '3000'}`, changeOrigin: false };

/** The stylesheet of the pages that the server renders: they name it, so its own name has no hash. */
const PAGE_STYLES = 'page.css';

/** Fonts and pictures stay files of their own: the page's policy allows no `data:` fonts. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compileMessages(), trimLibraries(), earlyStyles(), fillPage(), inlineStyles(), joinFacades()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    target: 'es2023',
    rolldownOptions: {
      input: ['index.html', PAGE_STYLES].map((file) => path.join(import.meta.dirname, file)),
      output: {
        // Every name is in the first load, twice: a shorter hash is still unique among the builds of a few years.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: codeSplittingGroups(import.meta.dirname) },
        assetFileNames: ({ names }) => (names.includes(PAGE_STYLES) ? PAGE_STYLES : 'assets/[name]-[hash][extname]'),
      },
    },
  },
  server: { proxy: { '/api': SERVER, '/setup': SERVER, '/order': SERVER } },
});
