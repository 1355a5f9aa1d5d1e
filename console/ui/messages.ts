/** Labels that every screen shares. */
export const messages = {
  error: 'Error',
  retry: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  none: 'None',
  product: 'Linkledger',
  broken: 'Something went wrong',
  reload: 'Reload',
  partBroken: 'What you opened could not be shown. If the connection is there, a reload brings it back.',
  toLight: 'Switch to light theme',
  toDark: 'Switch to dark theme',
} as const;
