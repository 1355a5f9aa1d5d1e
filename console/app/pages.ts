/** Every page: its address, and its code in a chunk of its own. A new page is a line here. */
import { type ComponentType, lazy } from 'react';
import { lazyModule } from '../platform/loading/lazy-module.ts';

function page(path: string, load: () => Promise<{ readonly default: ComponentType }>) {
  const loadOnce = lazyModule(load);
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
  return { path, load: loadOnce, Page: lazy(loadOnce), isAt: (pathname: string) => pattern.test(pathname) };
}

/** For people with a session. */
export const CONSOLE_PAGES = [
  page('/', async () => ({ default: (await import('../dashboard/DashboardPage.tsx')).DashboardPage })),
  page('/expiring-soon', async () => ({ default: (await import('../dashboard/ExpiringPage.tsx')).ExpiringPage })),
  page('/clients', async () => ({ default: (await import('../clients/ClientsPage.tsx')).ClientsPage })),
  page('/clients/:clientDomain', async () => ({ default: (await import('../clients/ClientPage.tsx')).ClientPage })),
  page('/campaigns', async () => ({ default: (await import('../campaigns/CampaignsPage.tsx')).CampaignsPage })),
  page('/campaigns/:id', async () => ({ default: (await import('../campaigns/CampaignPage.tsx')).CampaignPage })),
  page('/teams', async () => ({ default: (await import('../teams/TeamsPage.tsx')).TeamsPage })),
  page('/teams/:teamId', async () => ({ default: (await import('../teams/TeamPage.tsx')).TeamPage })),
  page('/channels', async () => ({ default: (await import('../channels/ChannelsPage.tsx')).ChannelsPage })),
  page('/alerts', async () => ({ default: (await import('../alerts/AlertsPage.tsx')).AlertsPage })),
  page('/alerts/rules', async () => ({ default: (await import('../alert-rules/AlertRulesPage.tsx')).AlertRulesPage })),
  page('/reports', async () => ({ default: (await import('../reports/ReportsPage.tsx')).ReportsPage })),
  page('/ledger', async () => ({ default: (await import('../ledger/LedgerPage.tsx')).LedgerPage })),
  page('/compare', async () => ({ default: (await import('../compare/ComparePage.tsx')).ComparePage })),
  page('/trash', async () => ({ default: (await import('../trash/TrashPage.tsx')).TrashPage })),
  page('/system', async () => ({ default: (await import('../system/SystemPage.tsx')).SystemPage })),
  page('/settings', async () => ({ default: (await import('../settings/SettingsPage.tsx')).SettingsPage })),
];

/** For everybody. */
export const PUBLIC_PAGES = [
  page('/invite/:token', async () => ({ default: (await import('../invitations/InvitationPage.tsx')).InvitationPage })),
  page('/share/:shareId', async () => ({ default: (await import('../share-page/SharePage.tsx')).SharePage })),
];

export const ALL_PAGES = [...CONSOLE_PAGES, ...PUBLIC_PAGES];

/** Whether a page needs no account. */
export function isPublicPath(path: string): boolean {
  return PUBLIC_PAGES.some(({ isAt }) => isAt(path));
}

/** Loads the page at a path; nothing for an unknown path. */
export async function loadPage(path: string): Promise<void> {
  await ALL_PAGES.find(({ isAt }) => isAt(path))?.load();
}
