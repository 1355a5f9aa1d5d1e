/** Texts about signing in and out, and about permissions. */
export const messages = {
  logOutFailed: 'Failed to log out',
  signInAgain: 'Sign in again',
  viewOnly: 'You have view access to this team. Ask a manager of the team for more.',
  managersOnly: 'Only the owner and members with full access can do this.',
} as const;

/** 'Sign in with Google, GitHub, or email'. */
export function signInWith(ways: readonly string[]): string {
  const [first = 'email', second, ...more] = ways;
  if (second === undefined) return `Sign in with ${first}`;
  const last = more.at(-1);
  if (last === undefined) return `Sign in with ${first} or ${second}`;
  return `Sign in with ${[first, second, ...more.slice(0, -1)].join(', ')}, or ${last}`;
}
