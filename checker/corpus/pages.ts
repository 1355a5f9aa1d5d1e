/** The whole corpus. */
import { articles } from './articles.ts';
import { challenges } from './challenges.ts';
import type { CorpusPage } from './page.ts';
import { traps } from './traps.ts';

export const pages: readonly CorpusPage[] = [...articles, ...traps, ...challenges];
