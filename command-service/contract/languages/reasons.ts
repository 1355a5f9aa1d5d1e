/** Reasons and warnings of a check in the language of a mail's reader. They equal the console's texts. */

import type { Language } from '../languages.ts';
import type { ReasonDetails, Warning } from '../observation.ts';
import * as english from '../reasons.ts';
import german from './de/reasons.json' with { type: 'json' };
import { CLAUSES } from './server-texts.ts';

const TEXTS: Readonly<Record<Language, english.ReasonTexts>> = { en: english.ENGLISH_TEXTS, de: german };

/** The sentence of a reason, with the details that are known. */
export function formatReason(
  code: Parameters<typeof english.formatReason>[0],
  details: ReasonDetails | null,
  language: Language,
): string {
  const message = details?.message;
  const translated = message === undefined ? details : { ...details, message: CLAUSES[language](message) };
  return english.formatReason(code, translated, TEXTS[language]);
}

/** A warning as a sentence with its evidence. */
export function formatWarning({ code, evidence }: Warning, language: Language): string {
  return english.formatWarning({ code, evidence: CLAUSES[language](evidence) }, TEXTS[language]);
}
