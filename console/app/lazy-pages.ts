/** The pages, each in a chunk of its own. */
import { lazy } from 'react';
import { lazyModule } from '../platform/loading/lazy-module.ts';

const load = {
  dashboard: lazyModule(async () => ({ default: (await import('../dashboard/DashboardPage.tsx')).DashboardPage })),
  expiring: lazyModule(async () => ({ default: (await import('../dashboard/ExpiringPage.tsx')).ExpiringPage })),
  clients: lazyModule(async () => ({ default: (await import('../clients/ClientsPage.tsx')).ClientsPage })),
  client: lazyModule(async () => ({ default: (await import('../clients/ClientPage.tsx')).ClientPage })),
  campaigns: lazyModule(async () => ({ default: (await import('../campaigns/CampaignsPage.tsx')).CampaignsPage })),
  campaign: lazyModule(async () => ({ default: (await import('../campaigns/CampaignPage.tsx')).CampaignPage })),
  teams: lazyModule(async () => ({ default: (await import('../teams/TeamsPage.tsx')).TeamsPage })),
  team: lazyModule(async () => ({ default: (await import('../teams/TeamPage.tsx')).TeamPage })),
  alerts: lazyModule(async () => ({ default: (await import('../alerts/AlertsPage.tsx')).AlertsPage })),
  ledger: lazyModule(async () => ({ default: (await import('../ledger/LedgerPage.tsx')).LedgerPage })),
  compare: lazyModule(async () => ({ default: (await import('../compare/ComparePage.tsx')).ComparePage })),
  trash: lazyModule(async () => ({ default: (await import('../trash/TrashPage.tsx')).TrashPage })),
  system: lazyModule(async () => ({ default: (await import('../system/SystemPage.tsx')).SystemPage })),
  settings: lazyModule(async () => ({ default: (await import('../settings/SettingsPage.tsx')).SettingsPage })),
  invite: lazyModule(async () => ({ default: (await import('../invitations/InvitationPage.tsx')).InvitationPage })),
  share: lazyModule(async () => ({ default: (await import('../share-page/SharePage.tsx')).SharePage })),
};

export const DashboardPage = lazy(load.dashboard);
export const ExpiringPage = lazy(load.expiring);
export const ClientsPage = lazy(load.clients);
export const ClientPage = lazy(load.client);
export const CampaignsPage = lazy(load.campaigns);
export const CampaignPage = lazy(load.campaign);
export const TeamsPage = lazy(load.teams);
export const TeamPage = lazy(load.team);
export const AlertsPage = lazy(load.alerts);
export const LedgerPage = lazy(load.ledger);
export const ComparePage = lazy(load.compare);
export const TrashPage = lazy(load.trash);
export const SystemPage = lazy(load.system);
export const SettingsPage = lazy(load.settings);
export const InvitationPage = lazy(load.invite);
export const SharePage = lazy(load.share);
const PAGES: readonly (readonly [path: RegExp, loader: () => Promise<unknown>])[] = [
  [/^\/$/, load.dashboard],
  [/^\/expiring-soon$/, load.expiring],
  [/^\/clients$/, load.clients],
  [/^\/clients\/[^/]+$/, load.client],
  [/^\/campaigns$/, load.campaigns],
  [/^\/campaigns\/[^/]+$/, load.campaign],
  [/^\/teams$/, load.teams],
  [/^\/teams\/[^/]+$/, load.team],
  [/^\/alerts$/, load.alerts],
  [/^\/ledger$/, load.ledger],
  [/^\/compare$/, load.compare],
  [/^\/trash$/, load.trash],
  [/^\/settings$/, load.settings],
  [/^\/system$/, load.system],
  [/^\/invite\/[^/]+$/, load.invite],
  [/^\/share\/[^/]+$/, load.share],
];

/** Every page. */
export const LOAD_PAGES: readonly (() => Promise<unknown>)[] = Object.values(load);

/** Loads the page at a path; nothing for an unknown one. */
export async function loadPage(path: string): Promise<void> {
  await PAGES.find(([pattern]) => pattern.test(path))?.[1]();
}
