/** Texts of the account: profile, sign-in methods, sessions, deletion. */

export const messages = {
  you: 'You',

  profile: 'Profile',
  profileHint: 'How you appear to the people you work with.',
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  emailHint: 'You can change it under Account.',
  company: 'Company (Optional)',
  save: 'Save Changes',
  saving: 'Saving...',
  updated: 'Profile updated successfully',
  updateFailed: 'Failed to update profile',
  fetchFailed: 'Failed to fetch user profile',

  photo: 'Photo',
  photoHint: 'JPG, PNG or GIF. Max 2MB.',
  changePhoto: 'Change Photo',
  removePhoto: 'Remove',
  photoTitle: 'Use this photo?',
  photoTitleHint: 'It is cut to a square and shown as a circle.',
  usePhoto: 'Use Photo',
  photoAlt: 'Your photo',
  photoUpdated: 'Profile photo updated successfully',
  photoFailed: 'Failed to update profile photo',
  photoFetchFailed: 'Failed to fetch profile photo',
  photoWrongType: 'This file is not a JPG, PNG or GIF image.',
  photoUnreadable: 'This file could not be read as an image. Choose another one.',

  emailAddress: 'Email address',
  emailAddressHint: 'Sign-in links and all other mails go there.',
  noEmail: 'None yet',
  changeEmail: 'Change Email',
  newEmail: 'New email address',
  newEmailHint: 'We’ll email a link to it. Your address changes when you open that link.',
  sameEmail: 'This is your email address already.',
  sendConfirm: 'Send Link',
  sending: 'Sending...',
  changeEmailFailed: 'The email address was not changed',
  confirmSent: 'Check your mail',

  waysIn: 'Ways to sign in',
  waysInHint: 'You can use any of these to sign in.',
  connect: 'Connect',
  disconnect: 'Remove',
  lastWayIn: 'The last way to sign in cannot be removed.',
  waysInFailed: 'The ways to sign in could not be loaded',
  disconnected: 'Sign-in removed',
  disconnectedHint: 'Browsers that signed in with it stay signed in: end them under Sessions.',
  keep: 'Keep',

  sessions: 'Sessions',
  sessionsHint: 'The browsers that are signed in to your account.',
  thisSession: 'This browser',
  endSession: 'Sign out',
  endAll: 'Sign out everywhere',
  endAllTitle: 'Sign out everywhere?',
  endAllHint: 'Every browser is signed out, this one too. You can sign in again at once.',
  sessionEnded: 'Browser signed out',
  sessionFailed: 'The session could not be ended',
  sessionsFailed: 'The sessions could not be loaded',
  lastUsed: 'Last used',
  since: 'since',
  deleteTitle: 'Delete your account?',
  goes: 'What is deleted',
  goesItems: [
    'Your name, email address, company and photo: the key that can read them is destroyed.',
    'Your own links, with their trash, shares and settings: nobody can open them again.',
    'Every session and every way to sign in.',
  ],
  stays: 'What stays',
  staysItems: [
    'Teams you hand over, with their links and history. Your changes there are attributed to a “Deleted user”.',
    'Teams of others that you joined; you are no longer a member.',
  ],
  noWayBack: 'There is no going back.',
  yourTeams: 'Your teams',
  teamsFailed: 'Failed to fetch teams',
  nobodyToInherit: 'It has no other members: it is deleted with your account, and so are its links.',
  deleteTeam: 'Delete the team and its links',
  keepMyAccount: 'Keep my account',
  deleteForGood: 'Delete my account',
} as const;

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
