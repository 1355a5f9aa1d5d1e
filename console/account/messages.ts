/** Texts of the account: profile, sign-in methods, sessions, deletion. */
import english from '../languages/en/account.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

export const { messages } = translation('account', english);

/** 'This file has 3.4 MB. Choose one of 2 MB at most.' */
export function formatTooLarge(bytes: number): string {
  return `This file has ${(bytes / 1024 / 1024).toFixed(1)} MB. Choose one of 2 MB at most.`;
}

/** The label of the choice for a team: 'What happens to “Blue Whale”'. */
export function formatSuccessorLabel(team: string): string {
  return `What happens to “${team}”`;
}

/** 'Hand over to Ada Lovelace'. */
export function formatSuccessor(name: string): string {
  return `Hand over to ${name}`;
}

/** 'Type ada@example.com to confirm'. */
export function formatTypeToConfirm(email: string): string {
  return `Type ${email} to confirm`;
}

/** Where the link that confirms a new address went. */
export function formatConfirmSent(email: string): string {
  return `Open the link we sent to ${email} within ten minutes. Until then your address stays as it is.`;
}

/** 'Remove Google (ada@example.com)?' */
export function formatRemoveTitle(provider: string, label: string): string {
  return `Remove ${provider} (${label})?`;
}

/** What removing a way to sign in means. */
export function formatRemoveHint(provider: string): string {
  return `You will no longer be able to sign in with ${provider}. You can connect it again later.`;
}

/** What is deleted with an account. */
export const GOES = [messages.goes1, messages.goes2, messages.goes3] as const;

/** What stays when an account is deleted. */
export const STAYS = [messages.stays1, messages.stays2] as const;
