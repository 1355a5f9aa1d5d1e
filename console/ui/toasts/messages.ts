/** The words around toasts; what a toast says belongs to its resource. */
export const messages = {
  notification: 'Notification',
  viewport: 'Notifications ({hotkey})',
  dismiss: 'Dismiss',
} as const;
