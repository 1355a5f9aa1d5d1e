/** Loads the code of dialogs and pages while the browser is idle: they open at once, also without a connection. */

import { preloadTable } from '../links/table/lazy-table.ts';
import { whenIdle } from '../platform/timing/idle.ts';
import { SMALL_SCREEN } from '../ui/theme/breakpoints.ts';
import { CONSOLE_PAGES } from './pages.ts';

/** The longest wait for an idle browser. */
export const LONGEST_MS = 5_000;

/** The parts that a person is most likely to open come first. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('./palette/CommandPalette.tsx'),
  () => import('../links/edit/AddLinkDialog.tsx'),
  () => import('../ui/forms/DiscardQuestion.tsx'),
  () => import('../links/details/LinkDetails.tsx'),
  () => import('../links/edit/EditLinkDialog.tsx'),
  () => import('../links/filters/FilterMenu.tsx'),
  () => import('../links/filters/SortMenu.tsx'),
  () => import('../links/bulk/BulkActions.tsx'),
  ...CONSOLE_PAGES.filter(({ path }) => path !== '/system').map(({ load }) => load),
  // A phone shows cards.
  async () => (window.matchMedia(SMALL_SCREEN).matches ? undefined : preloadTable()),
  () => import('../alerts/notifications/NotificationsMenu.tsx'),
  () => import('../campaigns/CreateCampaign.tsx'),
  () => import('../campaigns/DeleteCampaign.tsx'),
  () => import('../campaigns/EditCampaign.tsx'),
  () => import('../clients/TeamClientsDialog.tsx'),
  () => import('../links/bulk/BulkDialog.tsx'),
  () => import('../links/export/ExportDialog.tsx'),
  () => import('../links/import/ImportDialog.tsx'),
  () => import('../links/list/ColumnsMenu.tsx'),
  () => import('../past/PastDialog.tsx'),
  () => import('../past/PastFrame.tsx'),
  () => import('../shares/CreateShare.tsx'),
  () => import('../status-checks/UpgradeDialog.tsx'),
  () => import('../teams/CreateTeam.tsx'),
  () => import('../teams/manage/LeaveTeam.tsx'),
  () => import('../teams/manage/ManageTeam.tsx'),
  () => import('../teams/members/InviteMembers.tsx'),
  () => import('../settings/AccountTab.tsx'),
  () => import('../settings/CheckSettings.tsx'),
  () => import('../settings/NotificationSettings.tsx'),
  () => import('../billing/BillingTab.tsx'),
  () => import('../api-tokens/CreateToken.tsx'),
  () => import('./shell/ShortcutsDialog.tsx'),
];

/**
 * Starts when the browser is idle, one part after the other; on a phone, after the first touch. Does nothing for people
 * who save data. Returns a function that stops it.
 */
export function prefetchParts(): () => void {
  if (window.matchMedia('(prefers-reduced-data: reduce)').matches) return () => undefined;
  let stop: () => void = () => undefined;
  const loadFrom = (index: number) => {
    const load = PARTS[index];
    if (load === undefined) return;
    stop = whenIdle(() => {
      let stopped = false;
      stop = () => {
        stopped = true;
      };
      // A failure is reported when the part is opened.
      void load()
        .catch(() => undefined)
        .then(() => stopped || loadFrom(index + 1));
    }, LONGEST_MS);
  };
  const begin = () => loadFrom(0);
  const small = window.matchMedia(SMALL_SCREEN).matches;
  if (small) window.addEventListener('pointerdown', begin, { once: true });
  else begin();
  return () => {
    window.removeEventListener('pointerdown', begin);
    stop();
  };
}
