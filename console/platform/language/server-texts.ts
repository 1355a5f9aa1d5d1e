/** Sentences of the server in the reader's language: the server answers in English. */
import { byEnglish } from '../../../command-service/contract/languages/by-english.ts';
import { textsOf } from './translation.ts';

/** A sentence of the server in the reader's language. */
export const translateServerText = byEnglish(textsOf('server'));

/** A text of a check in the reader's language, most often a clause about a visit. */
export const translateCheckerText = byEnglish(textsOf('checker'));
