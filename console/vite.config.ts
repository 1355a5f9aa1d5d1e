import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { codeSplittingGroups } from './build/code-splitting.ts';
import { trimDataGrid } from './build/trim-data-grid.ts';

/** Fonts and pictures stay files of their own: the page's policy allows no `data:` fonts. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), trimDataGrid()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    target: 'es2023',
    rolldownOptions: { output: { codeSplitting: { groups: codeSplittingGroups(import.meta.dirname) } } },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
