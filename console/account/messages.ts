import english from '../languages/en/account.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

const { messages, format, element } = translation('account', english);

export { element, format, messages };

/** 'This file has 3.4 MB. Choose one of 2 MB at most.' */
export function formatTooLarge(bytes: number): string {
  return format('photoTooLarge', { megabytes: bytes / 1024 / 1024 });
}

/** 'Firefox on Windows': the server names browsers in English. */
export function formatBrowser(name: string): string {
  const unknown = (browser: string) => (browser === 'Unknown browser' ? messages.unknownBrowser : browser);
  const [browser = '', system] = name.split(' on ', 2);
  return system === undefined ? unknown(browser) : format('browserOn', { browser: unknown(browser), system });
}

/** What is deleted with an account. */
export const GOES = [messages.goes1, messages.goes2, messages.goes3] as const;

/** What stays when an account is deleted. */
export const STAYS = [messages.stays1, messages.stays2] as const;
