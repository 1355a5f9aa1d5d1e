/** Texts of the account: profile, sign-in methods, sessions, deletion. */
import type { ReactElement } from 'react';
import english from '../languages/en/account.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

const { messages, format, element } = translation('account', english);

export { messages };

/** 'This file has 3.4 MB. Choose one of 2 MB at most.' */
export function formatTooLarge(bytes: number): string {
  return format('photoTooLarge', { megabytes: bytes / 1024 / 1024 });
}

/** The label of the choice for a team: 'What happens to “Blue Whale”'. */
export function formatSuccessorLabel(team: string): string {
  return format('successorLabel', { team });
}

/** 'Hand over to Ada Lovelace'. */
export function formatSuccessor(name: string): string {
  return format('successor', { name });
}

/** 'Type ada@example.com to confirm'. */
export function formatTypeToConfirm(email: string): string {
  return format('typeToConfirm', { email });
}

/** Where the link that confirms a new address went. */
export function formatConfirmSent(email: string): string {
  return format('confirmHint', { email });
}

/** 'Remove Google (ada@example.com)?' */
export function formatRemoveTitle(provider: string, label: string): string {
  return format('removeTitle', { provider, label });
}

/** What removing a way to sign in means. */
export function formatRemoveHint(provider: string): string {
  return format('removeHint', { provider });
}

/** 'Firefox on Windows': the server names browsers in English. */
export function formatBrowser(name: string): string {
  const unknown = (browser: string) => (browser === 'Unknown browser' ? messages.unknownBrowser : browser);
  const [browser = '', system] = name.split(' on ', 2);
  return system === undefined ? unknown(browser) : format('browserOn', { browser: unknown(browser), system });
}

/** The labels of buttons for one browser or one way to sign in: 'Sign out Firefox on Windows'. */
export function formatEndSession(browser: string): string {
  return format('endSessionOf', { browser });
}

export function formatDisconnect(provider: string): string {
  return format('disconnectNamed', { provider });
}

export function formatConnect(provider: string): string {
  return format('connectNamed', { provider });
}

/** 'Last used 5 minutes ago · 203.0.113.0 · since yesterday'. */
export function sessionLine(values: { lastUsed: ReactElement; network: string; started: ReactElement }): ReactElement {
  return element('session', values);
}

/** What is deleted with an account. */
export const GOES = [messages.goes1, messages.goes2, messages.goes3] as const;

/** What stays when an account is deleted. */
export const STAYS = [messages.stays1, messages.stays2] as const;
