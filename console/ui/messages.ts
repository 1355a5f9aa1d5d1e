/** Texts that every page shares. */
export const messages = {
  error: 'Error',
  retry: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  none: 'None',
  empty: 'N/A',
  product: 'Linkledger',
  broken: 'Something went wrong',
  reload: 'Reload',
  partBroken: 'This could not be loaded. Check your connection, then reload the page.',
  toLight: 'Switch to light theme',
  toDark: 'Switch to dark theme',
} as const;

/** 'Printed Nov 23, 2026, 2:05:00 PM UTC'. */
export function formatPrinted(at: string): string {
  return `Printed ${at}`;
}
