/** Texts of the settings page and of its Notifications and Link Checking tabs. */

import type { CheckFrequency } from '../../command-service/model/user/events.ts';
import english from '../languages/en/settings.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';
import type { SettingsTab } from './settings-tabs.ts';

const { messages, labels, format } = translation('settings', english);

export { format, messages };

export const SETTINGS_TAB_LABELS: Readonly<Record<SettingsTab, string>> = labels('settingsTab');

/** The switches, in their order (infra/docs/product.md, "Settings"). */
export const SWITCHES = (
  ['emailNotifications', 'statusChangeAlerts', 'expiringLinkAlerts', 'weeklyReport', 'sealMails'] as const
).map((field) => ({ field, label: messages[`switch.${field}`], hint: messages[`switchHint.${field}`] }));

export const FREQUENCY_LABELS: Readonly<Record<CheckFrequency, string>> = labels('frequency');

/** 'Right now every link is checked every 14 days. …', by the frequency in effect. */
export const FREQUENCY_HINTS: Readonly<Record<CheckFrequency, string>> = labels('every');

/** 'As often as the plan allows (every 14 days)', by what the plan allows. */
export const PLAN_DEFAULT_LABELS: Readonly<Record<CheckFrequency, string>> = labels('planDefault');
