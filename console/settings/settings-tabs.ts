/** The tabs of the settings: which one is open stands in the address, after the #. Pure. */
export const TABS = ['profile', 'notifications', 'checking', 'billing', 'account'] as const;
export type SettingsTab = (typeof TABS)[number];

/** The tab of an address; the first one where it names none. */
export function tabOf(hash: string): SettingsTab {
  return TABS.find((tab) => hash === `#${tab}`) ?? 'profile';
}
