/** The languages of people. Contract: the console, the server's pages and its mails have the same languages. Pure. */

/** Their codes (BCP 47). */
export const LANGUAGE_CODES = ['en', 'de'] as const;

export type Language = (typeof LANGUAGE_CODES)[number];

/** The name of each language in that language. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** The reader's settings that a text depends on. */
export interface ReaderLanguage {
  readonly language: Language;
  /** Writes dates and numbers as in the reader's region: 'en-US'. */
  readonly locale: string;
}

const DEFAULT: ReaderLanguage = { language: 'en', locale: 'en-US' };

/** The locale of dates and numbers for readers whose region is unknown, as in mails. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE' };

/** The reader of a mail: in the language of their account, else in English. */
export function readerIn(language: Language | null): ReaderLanguage {
  const chosen = language ?? DEFAULT.language;
  return { language: chosen, locale: LOCALES[chosen] };
}

/** The saved language, else the first of the browser's languages that we have, else English. */
export function chooseLanguage(saved: string | null, browser: readonly string[]): ReaderLanguage {
  const preferred = browser.filter(isTag);
  if (isLanguage(saved)) {
    return { language: saved, locale: preferred.find((tag) => languageOf(tag) === saved) ?? saved };
  }
  for (const locale of preferred) {
    const language = languageOf(locale);
    if (isLanguage(language)) return { language, locale };
  }
  return DEFAULT;
}

/** The attributes of `<html>` in a language: 'lang="en" dir="ltr"'. */
export function htmlAttributes(language: string): string {
  return `lang="${language}" dir="${new Intl.Locale(language).getTextInfo().direction}"`;
}

export function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(LANGUAGES, text);
}

function languageOf(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? '';
}

/** Whether `Intl` accepts a tag: some browsers report the system's own, such as 'en-US@posix'. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
