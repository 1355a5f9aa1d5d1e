/** Texts of the settings page and of its Notifications and Link Checking tabs. */

import type { CheckFrequency } from '../../command-service/events/user.ts';
import english from '../languages/en/settings.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';
import type { SettingsTab } from './settings-tabs.ts';

const { messages, labels } = translation('settings', english);

export { messages };

export const SETTINGS_TAB_LABELS: Readonly<Record<SettingsTab, string>> = labels('settingsTab');

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

export const FREQUENCY_LABELS: Readonly<Record<CheckFrequency, string>> = labels('frequency');

const EVERY: Readonly<Record<CheckFrequency, string>> = labels('every');

/** 'Right now every link is checked every 14 days.' */
export function formatFrequency(frequency: CheckFrequency): string {
  return `Right now every link is checked ${EVERY[frequency]}.`;
}

/** 'As often as the plan allows (biweekly)'. */
export function formatPlanDefault(frequency: CheckFrequency): string {
  return `As often as the plan allows (${FREQUENCY_LABELS[frequency].toLowerCase()})`;
}
