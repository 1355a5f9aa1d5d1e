/** The language of the console: the person's choice on this device, else the browser's. It stays the same until a reload. */

/** The languages and their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof LANGUAGES;

/** What a text needs to know about its reader. */
interface ReaderLanguage {
  readonly language: Language;
  /** For dates and numbers, as the browser's region writes them: 'en-GB'. */
  readonly locale: string;
}

const KEY = 'language';
const DEFAULT: ReaderLanguage = { language: 'en', locale: 'en-US' };

/** The saved language, else the first of the browser's languages that we have, else English. Pure. */
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

/** The saved choice; null: the browser's language. */
export function savedLanguage(): Language | null {
  try {
    const saved = localStorage.getItem(KEY);
    return isLanguage(saved) ? saved : null;
  } catch {
    return null;
  }
}

/** Saves the choice (null: the browser's language) and reloads the page in it. */
export function saveLanguage(choice: Language | null): void {
  try {
    if (choice === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Without storage the browser's language stays.
  }
  window.location.reload();
}

function languageOf(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? '';
}

/** Whether `Intl` takes a tag: some browsers report the system's own, such as 'en-US@posix'. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(LANGUAGES, text);
}

export const { language, locale }: ReaderLanguage =
  typeof document === 'undefined' ? DEFAULT : chooseLanguage(savedLanguage(), navigator.languages);
