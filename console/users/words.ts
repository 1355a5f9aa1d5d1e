/** The words of people and their settings. */
export const words = {
  settings: 'Settings',
  settingsTabs: 'Settings',
  profile: 'Profile',
  profileHint: 'How you appear to the people you work with.',
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  emailHint: 'The address you sign in with. It cannot be changed here.',
  company: 'Company (Optional)',
  save: 'Save Changes',
  saving: 'Saving...',
  updated: 'Profile updated successfully',
  updateFailed: 'Failed to update profile',
  fetchFailed: 'Failed to fetch user profile',
  you: 'You',
} as const;
