/** The whole corpus. */
import { articles } from './articles.ts';
import { challenges } from './bot-challenges.ts';
import type { CorpusPage } from './corpus-page.ts';
import { traps } from './parser-traps.ts';

export const pages: readonly CorpusPage[] = [...articles, ...traps, ...challenges];
