/** Each screen is a chunk of its own: whoever looks at one loads that one. */
import { lazy } from 'react';
import { SMALL_SCREEN } from '../theme.ts';
import { listsLinks } from './places.ts';

const load = {
  console: () => import('./Console.tsx'),
  outside: () => import('./Outside.tsx'),
  dashboard: () => import('../links/Dashboard.tsx'),
  expiring: () => import('../expiring/ExpiringPage.tsx'),
  clients: () => import('../clients/ClientsPage.tsx'),
  client: () => import('../clients/ClientPage.tsx'),
  campaigns: () => import('../campaigns/CampaignsPage.tsx'),
  campaign: () => import('../campaigns/CampaignPage.tsx'),
  teams: () => import('../teams/TeamsPage.tsx'),
  team: () => import('../teams/TeamPage.tsx'),
  alerts: () => import('../alerts/AlertsPage.tsx'),
  trash: () => import('../trash/TrashPage.tsx'),
  settings: () => import('../users/Settings.tsx'),
  invite: () => import('../invite/InvitePage.tsx'),
  share: () => import('../share/SharePage.tsx'),
  table: () => import('../links/LinksTable.tsx'),
};

/** The signed-in console. */
export const Console = lazy(async () => ({ default: (await load.console()).Console }));
/** What signed-out people reach beside the welcome page. */
export const Outside = lazy(async () => ({ default: (await load.outside()).Outside }));

export const Dashboard = lazy(async () => ({ default: (await load.dashboard()).Dashboard }));
export const ExpiringPage = lazy(async () => ({ default: (await load.expiring()).ExpiringPage }));
export const ClientsPage = lazy(async () => ({ default: (await load.clients()).ClientsPage }));
export const ClientPage = lazy(async () => ({ default: (await load.client()).ClientPage }));
export const CampaignsPage = lazy(async () => ({ default: (await load.campaigns()).CampaignsPage }));
export const CampaignPage = lazy(async () => ({ default: (await load.campaign()).CampaignPage }));
export const TeamsPage = lazy(async () => ({ default: (await load.teams()).TeamsPage }));
export const TeamPage = lazy(async () => ({ default: (await load.team()).TeamPage }));
export const AlertsPage = lazy(async () => ({ default: (await load.alerts()).AlertsPage }));
export const TrashPage = lazy(async () => ({ default: (await load.trash()).TrashPage }));
export const Settings = lazy(async () => ({ default: (await load.settings()).Settings }));
export const InvitePage = lazy(async () => ({ default: (await load.invite()).InvitePage }));
export const SharePage = lazy(async () => ({ default: (await load.share()).SharePage }));

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

/** Whether a path leads to a screen that needs no account (spec 2). */
export function isOpen(path: string): boolean {
  return /^\/(invite|share)\/[^/]+$/.test(path);
}

/** Fetches what surrounds the screen at `path`, the screen itself and its table side by side, not one after the other. */
export function preload(path: string, signedIn: boolean): void {
  const screen = SCREENS.find(([pattern]) => pattern.test(path))?.[1];
  const table = listsLinks(path) && !window.matchMedia(SMALL_SCREEN).matches ? load.table : undefined;
  for (const loader of [signedIn ? load.console : load.outside, screen, table]) loader?.().catch(() => undefined);
}
