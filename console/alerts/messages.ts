/** The words of alerts: their page, and the notifications menu. */
export const messages = {
  alerts: 'Alerts',
  note: 'Link status changes and system notifications.',
  settings: 'Choose what you are told',
  tabs: 'Which alerts',
  all: 'All',
  unread: 'Unread',
  status: 'Status',
  expiring: 'Expiring',
  markAll: 'Mark All as Read',
  allRead: 'All alerts are marked as read',
  isNew: 'New',
  none: 'No alerts',
  noneHint: "You're all caught up!",
  loadFailed: 'Alerts could not be loaded',
  markFailed: 'Failed to mark as read',
  retry: 'Try again',
  notifications: 'Notifications',
  noNotifications: 'No notifications',
  notificationsFailed: 'Notifications could not be loaded',
  linkRemoved: 'Link Removed',
  statusChanged: 'Link Status Changed',
  needAttention: 'Links Need Attention',
  newMember: 'New Team Member',
  viewAll: 'View all alerts',
} as const;

/** The greatest number that the bell shows. */
export const MOST_SHOWN = 99;

/** '3 unread', '99+ unread': as the bell's badge shows it. */
export function formatUnread(unread: number): string {
  return `${unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread} unread`;
}

/** What the bell is called: 'Notifications, 3 unread'. */
export function formatBellLabel(unread: number): string {
  return unread === 0 ? messages.notifications : `${messages.notifications}, ${formatUnread(unread)}`;
}
