/** The German texts, by room. */
import type { Catalog, Texts } from './catalog.ts';

const files = import.meta.glob<Texts>('./de/*.json', { eager: true, import: 'default' });

export const german: Catalog = Object.fromEntries(
  Object.entries(files).map(([file, texts]) => [file.slice('./de/'.length, -'.json'.length), texts]),
);
