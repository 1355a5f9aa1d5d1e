/** Texts of shares: creating one and the list of them. */

/** Making a share and the list of them. */
export const messages = {
  title: 'Share This Data',
  hint: 'Anyone with the link can view this client’s links. No account needed.',
  client: 'Client',
  clientHint: 'Only this client’s links are on the page.',
  clientRequired: 'Choose a client',
  noClients: 'No clients yet. They appear with your first link.',
  whose: 'Whose links',
  everything: 'Everything I may share',
  mine: 'My own links',
  mayNotShare: 'You can only view this client’s links. Ask someone with edit access to share them.',
  protect: 'Protect with a password',
  password: 'Password',
  passwordHint: 'We don’t email the password. Share it yourself; you won’t see it again.',
  passwordRequired: 'Password is required',
  emails: 'Send the link to (Optional)',
  emailsHint: 'Email addresses, separated by commas.',
  expiry: 'Expires',
  generate: 'Generate Link',
  generating: 'Generating...',
  done: 'Done',
  link: 'Share link',
  copied: 'Copied',
  open: 'Open',
  generated: 'Share Link Generated',
  generateFailed: 'Failed to generate share link',
  readyHint: 'Anyone with this link can see the client’s links, read-only.',
  readyWithPassword: 'Anyone with this link and the password can see the client’s links, read-only.',
  notMailed: 'We could not send the link to',
  notMailedHint: 'Send them the link yourself.',

  shares: 'Shared links',
  sharesHint: 'Pages that clients can open without an account.',
  share: 'Share a Client',
  empty: 'Nothing is shared',
  emptyHint: 'Pages you share appear here until you revoke them.',
  fetchFailed: 'The shared links could not be loaded',
  withPassword: 'Password',
  expires: 'Expires',
  expired: 'Expired',
  revoke: 'Revoke',
  revokeHint: 'The page stops working for everyone who has its address.',
  keep: 'Keep',
  revoked: 'Share revoked',
  copyLink: 'Copy link',
} as const;

/** The choices of how long a share lasts, by their days. */
export const EXPIRY_CHOICES = [
  { value: '', label: 'Never' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
] as const;

/** '12 links'. */
export function formatLinks(total: number): string {
  return total === 1 ? '1 link' : `${total.toLocaleString('en')} links`;
}

/** '24 of 25 links', 'All 25 links'. */
export function formatShared(shared: number, total: number): string {
  return shared === total && total > 1
    ? `All ${formatLinks(total)}`
    : `${shared.toLocaleString('en')} of ${formatLinks(total)}`;
}

/** Why some links of the client cannot be shared. */
export function formatWithheld(links: number): string {
  return `${formatLinks(links)} ${links === 1 ? 'is' : 'are'} in teams where you can only view.`;
}

/** 'Sent to ada@example.com and bob@example.com.' */
export function formatMailed(emails: readonly string[]): string {
  return `Sent to ${new Intl.ListFormat('en').format(emails)}.`;
}

/** 'opened 12 times'. */
export function formatViews(views: number): string {
  if (views === 0) return 'not opened yet';
  return views === 1 ? 'opened once' : `opened ${views.toLocaleString('en')} times`;
}

/** 'Stop sharing acme.example?' */
export function formatRevokeTitle(clientDomain: string): string {
  return `Stop sharing ${clientDomain}?`;
}

/** 'Sent to ada@example.com and 2 more' */
export function formatRecipients(emails: readonly string[]): string {
  const [first, ...more] = emails;
  if (first === undefined) return '';
  return more.length === 0 ? `sent to ${first}` : `sent to ${first} and ${more.length} more`;
}
