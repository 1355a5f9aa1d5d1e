/** Texts of API tokens. */
import type { TokenAccess } from '../../command-service/events/token.ts';

export const messages = {
  tokens: 'API tokens',
  hint: 'For programs that act in your name, with your permissions at most.',
  create: 'Create token',
  empty: 'No API tokens',
  emptyHint: 'Create one for a report, a spreadsheet or an import of your own.',
  fetchFailed: 'The API tokens could not be loaded',
  description: 'API reference',

  title: 'Create API token',
  signInFirst: 'Sign in again to create a token.',
  name: 'Name',
  nameHint: 'What it is for: “Nightly report”.',
  access: 'Access',
  scope: 'Scope',
  everything: 'Everything you see',
  expiry: 'Expires',
  never: 'Never',
  creating: 'Creating...',

  created: 'Token created',
  shownOnce: 'Copy it now: it cannot be shown again.',
  token: 'Token',
  usage: 'Send it with every request as the header',
  done: 'Done',

  neverUsed: 'never used',
  lastUsed: 'last used',
  made: 'Created',
  expires: 'expires',
  expired: 'expired',
  formerTeam: 'a team you left',

  revoke: 'Revoke',
  keep: 'Keep',
  revokeHint: 'Programs that use it stop working at once. This cannot be undone.',
  revoked: 'Token revoked',
} as const;

export const ACCESS_LABELS: Readonly<Record<TokenAccess, string>> = {
  read: 'Read only',
  write: 'Read and write',
};

/** Days until a token ends, as the form offers them; '': never. */
export const EXPIRY_CHOICES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: messages.never },
] as const;

/** 'Revoke “Nightly report”?' */
export function formatRevokeTitle(name: string): string {
  return `Revoke “${name}”?`;
}
