/** Labels that every screen shares. */
export const messages = {
  error: 'Error',
  retry: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
} as const;
