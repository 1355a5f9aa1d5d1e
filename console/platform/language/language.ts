/** The language of the console: the person's choice on this device, else the browser's. It stays the same until a reload. */
import {
  chooseLanguage,
  isLanguage,
  type Language,
  type ReaderLanguage,
} from '../../../command-service/contract/languages.ts';

const KEY = 'language';
const YEAR_S = 365 * 24 * 60 * 60;

/** The saved choice; null: the browser's language. */
export function savedLanguage(): Language | null {
  try {
    const saved = localStorage.getItem(KEY);
    return isLanguage(saved) ? saved : null;
  } catch {
    return null;
  }
}

/** The language that a choice leads to on this device. */
export function languageFor(choice: Language | null): Language {
  return chooseLanguage(choice, navigator.languages).language;
}

/** Saves the choice (null: the browser's language) and reloads the page in it. */
export function saveLanguage(choice: Language | null): void {
  try {
    if (choice === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Without storage the browser's language stays.
  }
  tellServer(choice);
  window.location.reload();
}

/** Keeps the choice in a cookie, too: the pages that the server renders are in the same language. */
function tellServer(choice: Language | null): void {
  document.cookie = `${KEY}=${choice ?? ''}; Path=/; Max-Age=${choice === null ? 0 : YEAR_S}; SameSite=Lax`;
}

function ofThisBrowser(): ReaderLanguage {
  const saved = savedLanguage();
  // Browsers keep cookies of scripts for some days only: each visit writes it again.
  tellServer(saved);
  return chooseLanguage(saved, navigator.languages);
}

/** Whether the page is written from right to left: the server says so. */
export const isRightToLeft = typeof document !== 'undefined' && document.documentElement.dir === 'rtl';

export const { language, locale }: ReaderLanguage =
  typeof document === 'undefined' ? chooseLanguage(null, []) : ofThisBrowser();
