/** Texts of the Alerts page and of the notifications menu. */
import type { AlertTab, LinkNewsAnswer } from '../../query-service/contract/answers/alerts.ts';
import { formatLinks } from '../platform/format/counts.ts';

export const messages = {
  alerts: 'Alerts',
  note: 'Link status changes and system notifications.',
  settings: 'Choose your notifications',
  tabs: 'Which alerts',
  markAll: 'Mark All as Read',
  allRead: 'All alerts are marked as read',
  isNew: 'New',
  none: 'No alerts',
  noneHint: "You're all caught up!",
  today: 'Today',
  yesterday: 'Yesterday',
  linksTo: 'links to',
  loadFailed: 'Alerts could not be loaded',
  markFailed: 'Failed to mark as read',
  notifications: 'Notifications',
  noNotifications: 'No notifications',
  notificationsFailed: 'Notifications could not be loaded',
  viewAll: 'View all alerts',
} as const;

export const LINK_EVENT_LABELS: Readonly<Record<LinkNewsAnswer['event'], string>> = {
  removed: 'Link Removed',
  'not-found': 'Link Not Found Yet',
  live: 'Link Live',
  'live-again': 'Link Live Again',
  'not-verified': 'Link Not Verified',
  warning: 'Link Warning',
  expiring: 'Link Expiring',
  unchecked: 'Link Needs Checking',
};

export const ALERT_TAB_LABELS: Readonly<Record<AlertTab, string>> = {
  all: 'All',
  unread: 'Unread',
  status: 'Status',
  expiring: 'Expiring',
};

/** '12 links expire within 30 days': what the empty tab of expiring links leads to. */
export function formatExpiring(links: number): string {
  return `${formatLinks(links)} ${links === 1 ? 'expires' : 'expire'} within 30 days`;
}

/** The greatest number that the button shows. */
export const MOST_SHOWN = 99;

/** '3 unread', '99+ unread': as the button's badge shows it. */
export function formatUnread(unread: number): string {
  return `${unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread} unread`;
}

/** The label of the button: 'Notifications, 3 unread'. */
export function formatBellLabel(unread: number): string {
  return unread === 0 ? messages.notifications : `${messages.notifications}, ${formatUnread(unread)}`;
}
