/** The words of the invitation page. */
import type { Permission } from '../../command-service/events/team.ts';

export const messages = {
  title: 'Invitation',
  loading: 'Loading invitation...',
  notFound: 'Invitation Not Found',
  notFoundHint: 'This invitation link is invalid or has expired',
  toDashboard: 'Go to Dashboard',
  failed: 'The invitation could not be loaded',
  accepted: 'Already Accepted',
  acceptedHint: "You've already joined this team",
  toTeams: 'Go to Teams',
  invited: 'You are invited to join a team',
  team: 'Team',
  email: 'Invited email',
  permission: 'Permission',
  accept: 'Accept & Join Team',
  accepting: 'Joining Team...',
  signInRequired: 'Sign in required',
  signIn: 'Sign In / Sign Up to Join',
  signInHint: 'You join automatically after signing in.',
  otherTitle: 'This invitation is for someone else',
  signOut: 'Sign out and use the invited address',
  acceptFailed: 'Failed to accept invitation',
  wentWrong: 'Something went wrong',
  welcome: 'Welcome to the team!',
  welcomeHint: "You've successfully joined the team",
  leading: 'Taking you to your teams...',
} as const;

export function formatAccess(permission: Permission): string {
  return `You'll have ${permission} access to this team`;
}

/** 'It was sent to ann@…, and you are signed in as bob@….' */
export function formatWrongAccount(invited: string, signedIn: string): string {
  return `It was sent to ${invited}, and you are signed in as ${signedIn}.`;
}
