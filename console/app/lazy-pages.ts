/** Each screen is a chunk of its own: whoever looks at one loads that one. */
import { lazy } from 'react';
import { listsLinks } from '../platform/address/page-paths.ts';
import { lazyModule } from '../platform/loading/lazy-module.ts';
import { SMALL_SCREEN } from '../ui/theme/breakpoints.ts';

const load = {
  console: lazyModule(async () => ({ default: (await import('./SignedInApp.tsx')).SignedInApp })),
  outside: lazyModule(async () => ({ default: (await import('./PublicApp.tsx')).PublicApp })),
  dashboard: lazyModule(async () => ({ default: (await import('../dashboard/DashboardPage.tsx')).Dashboard })),
  expiring: lazyModule(async () => ({ default: (await import('../dashboard/ExpiringPage.tsx')).ExpiringPage })),
  clients: lazyModule(async () => ({ default: (await import('../clients/ClientsPage.tsx')).ClientsPage })),
  client: lazyModule(async () => ({ default: (await import('../clients/ClientPage.tsx')).ClientPage })),
  campaigns: lazyModule(async () => ({ default: (await import('../campaigns/CampaignsPage.tsx')).CampaignsPage })),
  campaign: lazyModule(async () => ({ default: (await import('../campaigns/CampaignPage.tsx')).CampaignPage })),
  teams: lazyModule(async () => ({ default: (await import('../teams/TeamsPage.tsx')).TeamsPage })),
  team: lazyModule(async () => ({ default: (await import('../teams/TeamPage.tsx')).TeamPage })),
  alerts: lazyModule(async () => ({ default: (await import('../alerts/AlertsPage.tsx')).AlertsPage })),
  trash: lazyModule(async () => ({ default: (await import('../trash/TrashPage.tsx')).TrashPage })),
  settings: lazyModule(async () => ({ default: (await import('../settings/SettingsPage.tsx')).SettingsPage })),
  invite: lazyModule(async () => ({ default: (await import('../invitations/InvitationPage.tsx')).InvitationPage })),
  share: lazyModule(async () => ({ default: (await import('../share-page/SharePage.tsx')).SharePage })),
  table: lazyModule(async () => ({ default: (await import('../links/list/LinksTable.tsx')).LinksTable })),
};

/** The signed-in console. */
export const Console = lazy(load.console);
/** What signed-out people reach beside the welcome page. */
export const Outside = lazy(load.outside);

export const Dashboard = lazy(load.dashboard);
export const ExpiringPage = lazy(load.expiring);
export const ClientsPage = lazy(load.clients);
export const ClientPage = lazy(load.client);
export const CampaignsPage = lazy(load.campaigns);
export const CampaignPage = lazy(load.campaign);
export const TeamsPage = lazy(load.teams);
export const TeamPage = lazy(load.team);
export const AlertsPage = lazy(load.alerts);
export const TrashPage = lazy(load.trash);
export const Settings = lazy(load.settings);
export const InvitePage = lazy(load.invite);
export const SharePage = lazy(load.share);
/** Cards do without it, and it is the largest part of the console. */
export const LinksTable = lazy(load.table);

/** Fetches the table while its links come. */
export function preloadTable(): void {
  // Where it is shown, what failed is asked for again, and said.
  load.table().catch(() => undefined);
}

const SCREENS: readonly (readonly [path: RegExp, loader: () => Promise<unknown>])[] = [
  [/^\/$/, load.dashboard],
  [/^\/expiring-soon$/, load.expiring],
  [/^\/clients$/, load.clients],
  [/^\/clients\/[^/]+$/, load.client],
  [/^\/campaigns$/, load.campaigns],
  [/^\/campaigns\/[^/]+$/, load.campaign],
  [/^\/teams$/, load.teams],
  [/^\/teams\/[^/]+$/, load.team],
  [/^\/alerts$/, load.alerts],
  [/^\/trash$/, load.trash],
  [/^\/settings$/, load.settings],
  [/^\/invite\/[^/]+$/, load.invite],
  [/^\/share\/[^/]+$/, load.share],
];

/** Whether a path leads to a screen that needs no account. */
export function isPublicPath(path: string): boolean {
  return /^\/(invite|share)\/[^/]+$/.test(path);
}

/**
 * Fetches what surrounds the screen at `path`, the screen itself and its table side by side, not one after the other.
 * Resolves when all of it came or failed to: what failed is asked for again, and said, where it is shown.
 */
export async function preload(path: string, signedIn: boolean): Promise<void> {
  const screen = SCREENS.find(([pattern]) => pattern.test(path))?.[1];
  const table = listsLinks(path) && !window.matchMedia(SMALL_SCREEN).matches ? load.table : undefined;
  await Promise.allSettled([signedIn ? load.console : load.outside, screen, table].map((loader) => loader?.()));
}
