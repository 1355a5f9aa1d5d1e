/** Texts of the settings page and of its Notifications and Link Checking tabs. */

import type { CheckFrequency } from '../../command-service/events/user.ts';
import type { SettingsTab } from './settings-tabs.ts';

export const messages = {
  settings: 'Settings',
  settingsTabs: 'Settings',

  notifications: 'Notifications',
  notificationsHint: 'Choose which emails you get.',
  mailRhythm: 'You get at most one email an hour and five a day. The rest comes in one email at the end of the day.',
  settingFailed: 'The setting could not be saved',
  warningAlerts: 'Warnings',
  warningAlertsHint: 'Live links that need a look: choose what raises an alert.',
  settingsFetchFailed: 'The settings could not be loaded',

  checking: 'Link Checking',
  checkingHint: 'How your links are checked automatically.',
  frequency: 'Auto-Check Frequency',
  paidOnly: 'Requires a paid plan',
  professionalOnly: 'Requires the Professional plan',
  retries: 'Retry Failed Checks',
  retriesHint: 'How often a page that could not be read is tried again: 0 to 10 times.',
  saving: 'Saving...',
  saveSettings: 'Save Settings',
  settingsSaved: 'Settings saved',
  settingsSaveFailed: 'The settings could not be saved',
  teamsToo: 'This applies to your own links and to the links of teams you own.',

  subscription: 'Subscription',
  subscriptionActive: 'Active',
  manage: 'Manage',

  sharesMoved: 'The pages you share with clients are under Clients.',
  toClients: 'Go to Clients',
  danger: 'Danger Zone',
  deleteAccount: 'Delete Account',
  deleteHint: 'Once you delete your account, there is no going back.',
} as const;

export const SETTINGS_TAB_LABELS: Readonly<Record<SettingsTab, string>> = {
  profile: 'Profile',
  notifications: 'Notifications',
  checking: 'Link Checking',
  billing: 'Billing',
  account: 'Account',
};

/** The switches, in their order (infra/docs/product.md, "Settings"). */
export const SWITCHES = [
  {
    field: 'emailNotifications',
    label: 'Email Notifications',
    hint: 'Turns all link emails on or off.',
  },
  {
    field: 'statusChangeAlerts',
    label: 'Status Change Alerts',
    hint: 'When a link goes live, disappears or is not found.',
  },
  {
    field: 'expiringLinkAlerts',
    label: 'Expiring Link Alerts',
    hint: '7 days and 1 day before a link expires.',
  },
  { field: 'weeklyReport', label: 'Weekly Report', hint: 'How your links are doing, once a week.' },
] as const;

export const FREQUENCY_LABELS: Readonly<Record<CheckFrequency, string>> = {
  biweekly: 'Biweekly',
  weekly: 'Weekly',
  daily: 'Daily',
};

const EVERY: Readonly<Record<CheckFrequency, string>> = {
  biweekly: 'every 14 days',
  weekly: 'every 7 days',
  daily: 'every day',
};

/** 'Right now every link is checked every 14 days.' */
export function formatFrequency(frequency: CheckFrequency): string {
  return `Right now every link is checked ${EVERY[frequency]}.`;
}

/** 'As often as the plan allows (biweekly)'. */
export function formatPlanDefault(frequency: CheckFrequency): string {
  return `As often as the plan allows (${FREQUENCY_LABELS[frequency].toLowerCase()})`;
}
