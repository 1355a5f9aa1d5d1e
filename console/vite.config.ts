import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Fonts and pictures stay files of their own: the page's policy allows no `data:` fonts. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    target: 'es2023',
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
