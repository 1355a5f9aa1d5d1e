/** Sentences that the server writes in English, in the language of the reader of a page or a mail. */
import type { Language } from '../languages.ts';
import { byEnglish } from './by-english.ts';
import germanClauses from './de/checker.json' with { type: 'json' };
import germanSentences from './de/server.json' with { type: 'json' };

type Translate = (english: string) => string;

const asItIs: Translate = (english) => english;

/** Sentences of errors. A sentence without an entry stays English. */
export const SENTENCES: Readonly<Record<Language, Translate>> = { en: asItIs, de: byEnglish(germanSentences) };

/** Clauses of the checker about a visit. A clause without an entry stays English. */
export const CLAUSES: Readonly<Record<Language, Translate>> = { en: asItIs, de: byEnglish(germanClauses) };
