/** The tabs of the settings: which one is open stands in the address, after the #. Pure. */
export const SETTINGS_TABS = ['profile', 'notifications', 'checking', 'billing', 'account'] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** The tab of an address; the first one where it names none. */
export function parseTab(hash: string): SettingsTab {
  return SETTINGS_TABS.find((tab) => hash === `#${tab}`) ?? 'profile';
}
