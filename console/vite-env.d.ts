/// <reference types="vite/types/importMeta.d.ts" />
/** Style sheets are imported for their effect only: the build turns them into files. */
declare module '*.css';
declare module '@fontsource-variable/inter/wght.css';
