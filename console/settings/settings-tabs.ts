/** The tabs of the settings. The hash of the address names the open one. Pure. */
export const SETTINGS_TABS = ['profile', 'notifications', 'checking', 'billing', 'account'] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** The tab that a hash names; the first one if it names none. */
export function parseTab(hash: string): SettingsTab {
  return SETTINGS_TABS.find((tab) => hash === `#${tab}`) ?? 'profile';
}
