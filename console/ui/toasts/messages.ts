/** Labels of the toast region; each resource has the texts of its toasts. */
export const messages = {
  notification: 'Notification',
  viewport: 'Notifications ({hotkey})',
  dismiss: 'Dismiss',
} as const;
