/**
 * The chunks of the build: few, because small files compress badly and each is a request, but no page loads code that
 * only other pages need.
 */
import path from 'node:path';

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

interface Layer {
  readonly name: string;
  /** Modules that need the chunk, relative to the console. */
  readonly of: readonly string[];
  /** The chunk contains only modules that one of these needs, too. */
  readonly and?: readonly string[];
}

/** What is opened from a list of links. */
const LINK_PARTS: readonly string[] = [
  ...['bulk/BulkActions', 'bulk/BulkDialog', 'corrections/CorrectVerdict', 'details/LinkDetails', 'edit/AddLinkDialog'],
  ...['edit/EditLinkDialog', 'evidence-packs/EvidencePackDialog', 'export/ExportDialog', 'filters/FilterMenu'],
  ...['filters/SortMenu', 'import/ImportDialog', 'list/ColumnsMenu', 'terms/EditTerms', 'views/ViewsMenu'],
].map((part) => `links/${part}.tsx`);

const PEOPLE_PARTS: readonly string[] = [
  ...['campaigns/CampaignPage', 'campaigns/CampaignsPage', 'campaigns/CreateCampaign', 'campaigns/DeleteCampaign'],
  ...['campaigns/EditCampaign', 'clients/ClientPage', 'clients/ClientsPage', 'clients/TeamClientsDialog'],
  ...['clients/ClientSettings', 'reports/ReportsPage', 'reports/ReportDialog', 'reports/IssueDialogs'],
  ...['channels/ChannelsPage', 'channels/ChannelDialog'],
  ...['dashboard/ExpiringPage', 'shares/ShareDialog', 'teams/CreateTeam', 'teams/TeamPage', 'teams/TeamsPage'],
  ...['teams/manage/LeaveTeam', 'teams/manage/ManageTeam', 'teams/manage/TeamMatching', 'teams/members/InviteMembers'],
].map((part) => `${part}.tsx`);

const RECORD_PARTS: readonly string[] = [
  ...['alerts/AlertsPage', 'alerts/notifications/NotificationsMenu', 'app/palette/CommandPalette'],
  ...['app/shell/ShortcutsDialog', 'compare/ComparePage', 'ledger/LedgerPage', 'past/PastDialog', 'past/PastFrame'],
  ...['trash/TrashPage'],
].map((part) => `${part}.tsx`);

const SETTINGS_PARTS: readonly string[] = [
  ...['api-tokens/CreateToken', 'billing/BillingTab', 'judging/JudgingDialog', 'settings/AccountTab'],
  ...[
    'settings/CheckSettings',
    'settings/NotificationSettings',
    'settings/SettingsPage',
    'status-checks/UpgradeDialog',
  ],
].map((part) => `${part}.tsx`);

const ALL_PARTS = [...LINK_PARTS, ...PEOPLE_PARTS, ...RECORD_PARTS, ...SETTINGS_PARTS];

/** A module goes into the first chunk that fits; the bundler decides about the rest. */
const LAYERS: readonly Layer[] = [
  { name: 'start', of: ['main.tsx'] },
  {
    name: 'open',
    of: ['app/PublicApp.tsx', 'share-page/SharePage.tsx'],
    and: [
      'app/SignedInApp.tsx',
      'dashboard/DashboardPage.tsx',
      'links/table/LinksTable.tsx',
      'links/edit/AddLinkDialog.tsx',
    ],
  },
  { name: 'console', of: ['app/SignedInApp.tsx', 'dashboard/read-ahead.ts'] },
  { name: 'list', of: ['dashboard/DashboardPage.tsx'] },
  { name: 'hints', of: ['ui/feedback/Hint.tsx'] },
  { name: 'table', of: ['links/table/LinksTable.tsx'] },
  { name: 'forms', of: ['links/edit/AddLinkDialog.tsx'], and: ['links/edit/EditLinkDialog.tsx'] },
  { name: 'rows', of: ['share-page/SharePage.tsx'], and: ALL_PARTS },
  { name: 'parts', of: LINK_PARTS, and: [...PEOPLE_PARTS, ...RECORD_PARTS, ...SETTINGS_PARTS] },
  { name: 'pages', of: PEOPLE_PARTS, and: [...RECORD_PARTS, ...SETTINGS_PARTS] },
  { name: 'pages', of: RECORD_PARTS, and: SETTINGS_PARTS },
  { name: 'links', of: LINK_PARTS },
  { name: 'people', of: PEOPLE_PARTS },
  { name: 'records', of: RECORD_PARTS },
  { name: 'settings', of: SETTINGS_PARTS },
];

/** Every module that `files` import, directly or not. @throws Error for a file that the build does not know. */
function needs(files: readonly string[], root: string, modules: Modules): ReadonlySet<string> {
  const found = new Set<string>();
  const look = files.map((file) => path.join(root, file));
  const unknown = files.filter((_, index) => modules.getModuleInfo(look[index] ?? '') === null);
  if (unknown.length > 0)
    throw new Error(`build/code-splitting.ts names files that do not exist: ${unknown.join(', ')}`);
  for (let id = look.pop(); id !== undefined; id = look.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    look.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** The groups for the bundler's `codeSplitting` option. */
export function codeSplittingGroups(root: string) {
  return LAYERS.map(({ name, of, and = of }, index) => {
    let both: ReadonlySet<string> | undefined;
    return {
      debugName: name,
      priority: LAYERS.length - index,
      name(id: string, modules: Modules): string | null {
        both ??= needs(of, root, modules).intersection(needs(and, root, modules));
        return both.has(id) ? name : null;
      },
    };
  });
}
