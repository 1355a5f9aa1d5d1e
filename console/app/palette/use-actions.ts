/** The actions of the palette on the current page. */
import { useLocation } from 'react-router';
import { messages as packWords } from '../../links/evidence-packs/messages.ts';
import { messages as pastWords } from '../../past/messages.ts';
import { useAsOf, usePast } from '../../platform/address/as-of.ts';
import { useBackToToday } from '../../platform/address/back-to-today.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import {
  campaignIdFromPath,
  clientFromPath,
  isExpiringSoon,
  listsLinks,
  teamIdFromPath,
} from '../../platform/address/page-paths.ts';
import { isSample } from '../../platform/address/sample.ts';
import { logOut } from '../../session/log-out.ts';
import { useTeamDenial } from '../../session/permissions.ts';
import { messages as checkWords, formatChecking } from '../../status-checks/messages.ts';
import { useStatusCheck } from '../../status-checks/use-status-check.ts';
import {
  BellIcon,
  CalendarIcon,
  CampaignsIcon,
  DownloadIcon,
  FilterIcon,
  KeyboardIcon,
  LogOutIcon,
  MoonIcon,
  PanelIcon,
  PlusIcon,
  RecheckIcon,
  ShareIcon,
  SortIcon,
  SunIcon,
  TeamsIcon,
  UploadIcon,
} from '../../ui/layout/icons.tsx';
import { useThemeSwitch } from '../../ui/theme/use-theme-switch.ts';
import { messages as frameWords } from '../shell/messages.ts';
import { useSidebarToggle } from '../shell/use-sidebar.ts';
import { KEYWORDS, messages } from './messages.ts';
import type { PaletteEntry } from './palette-entry.ts';

/** What cannot be done while a past day is shown. */
const CHANGING: ReadonlySet<string> = new Set([
  ...['add', 'add-many', 'create-campaign', 'create-team', 'invite', 'import', 'status-check', 'share'],
]);

/** What acts on a list of links. */
const OF_LISTS = ['add', 'add-many', 'import', 'export', 'status-check', 'filter', 'sort'];

/** The actions whose subject is the page. */
function actionsOf(pathname: string): readonly string[] {
  if (isExpiringSoon(pathname)) return ['filter', 'sort'];
  if (clientFromPath(pathname) !== null) return [...OF_LISTS, 'share', 'evidence-pack'];
  if (campaignIdFromPath(pathname) !== null) return [...OF_LISTS, 'evidence-pack'];
  if (teamIdFromPath(pathname) !== null) return [...OF_LISTS, 'invite'];
  if (listsLinks(pathname)) return OF_LISTS;
  return { '/campaigns': ['create-campaign'], '/teams': ['create-team'] }[pathname] ?? [];
}

function entry(
  id: string,
  Icon: PaletteEntry['Icon'],
  title: string,
  keywords: string,
  run: () => void,
  more: Pick<PaletteEntry, 'detail' | 'keys'> = {},
): PaletteEntry {
  return { id, Icon, title, keywords, run, ...more };
}

interface Navigation {
  /** Opens a path in place of the palette. */
  readonly go: (to: string) => void;
}

export function useActions({ go }: Navigation): readonly PaletteEntry[] {
  const { swap, close } = useOverlay();
  const { pathname } = useLocation();
  const past = usePast();
  const isAsOf = useAsOf() !== null;
  const backToToday = useBackToToday();
  const theme = useThemeSwitch();
  const toggleSidebar = useSidebarToggle();
  const teamId = teamIdFromPath(pathname);
  const clientDomain = clientFromPath(pathname);
  const refusal = useTeamDenial('EditLink', teamId);
  const { running, start, refusal: checkRefusal } = useStatusCheck({ teamId, clientDomain });
  const dialog = (name: string) => () => swap('palette', 'dialog', name);
  /** Closes the palette and runs the action on the current page. */
  const here = (act: () => void) => () => {
    close('palette');
    act();
  };
  // Import and export act on the list of the page; pages without a list open them on the dashboard.
  const takesFiles = listsLinks(pathname) && !isExpiringSoon(pathname);
  const files = (name: string) => (takesFiles ? dialog(name) : () => go(`/?dialog=${name}`));
  const ofTeam = teamId === null ? {} : { detail: messages.ofTeam };
  const ofList = clientDomain === null ? ofTeam : { detail: clientDomain };
  const hasPack = actionsOf(pathname).includes('evidence-pack');
  const offered: readonly (PaletteEntry | null)[] = [
    ...additions({ dialog, go, invite: teamId === null ? dialog('invite') : () => swap('palette', 'invite', teamId) }),
    refusal === null || !takesFiles
      ? entry('import', UploadIcon, messages.importLinks, KEYWORDS.importLinks, files('import'), ofTeam)
      : null,
    entry('export', DownloadIcon, messages.exportLinks, KEYWORDS.exportLinks, files('export'), ofList),
    refusal === null && checkRefusal === null
      ? entry(
          'status-check',
          RecheckIcon,
          running === null ? checkWords.run : formatChecking(running),
          `${KEYWORDS.statusCheck} ${checkWords.run}`,
          running === null ? here(() => void start()) : () => go((teamId ?? clientDomain === null) ? '/' : pathname),
          ofList,
        )
      : null,
    // A client's page shares that client.
    entry(
      'share',
      ShareIcon,
      messages.shareClient,
      KEYWORDS.shareClient,
      clientDomain === null ? () => go('/settings?dialog=share#account') : dialog('share'),
    ),
    entry(
      'evidence-pack',
      DownloadIcon,
      packWords.title,
      KEYWORDS.evidencePack,
      hasPack ? dialog('evidence-pack') : () => go('/clients'),
      hasPack ? {} : { detail: messages.chooseClient },
    ),
    ...(listsLinks(pathname)
      ? [
          entry('filter', FilterIcon, messages.filter, KEYWORDS.filter, dialog('filter')),
          entry('sort', SortIcon, messages.sort, KEYWORDS.sort, dialog('sort')),
        ]
      : []),
    entry('compare', CalendarIcon, messages.compare, KEYWORDS.compare, () => go('/compare')),
    entry(
      'alert-rules',
      BellIcon,
      messages.alertRules,
      KEYWORDS.alertRules,
      () => go(teamId === null ? '/alerts/rules' : `/alerts/rules?team=${teamId}`),
      ofTeam,
    ),
    entry('past', CalendarIcon, pastWords.pick, KEYWORDS.past, dialog('past')),
    isAsOf
      ? entry('today', CalendarIcon, pastWords.backToday, KEYWORDS.past, here(backToToday), { keys: ['t'] })
      : null,
    entry('theme', theme.dark ? SunIcon : MoonIcon, theme.label, KEYWORDS.theme, here(theme.toggle)),
    entry('sidebar', PanelIcon, messages.sidebar, KEYWORDS.sidebar, here(toggleSidebar), { keys: ['Ctrl', 'B'] }),
    entry('keys', KeyboardIcon, messages.keys, KEYWORDS.keys, dialog('keys'), { keys: ['?'] }),
    entry(
      'log-out',
      LogOutIcon,
      messages.logOut,
      KEYWORDS.logOut,
      here(() => void logOut()),
    ),
  ];
  return offered
    .filter((entry) => entry !== null)
    .filter(({ id }) => !past || !(CHANGING.has(id) || (isSample() && id === 'evidence-pack')))
    .map((entry) => ({ ...entry, isHere: actionsOf(pathname).includes(entry.id) }));
}

interface Openers extends Navigation {
  /** Opens a dialog in place of the palette. */
  readonly dialog: (name: string) => () => void;
  readonly invite: () => void;
}

/** The actions that add something. */
function additions({ dialog, go, invite }: Openers): readonly PaletteEntry[] {
  return [
    entry('add', PlusIcon, frameWords.addLink, KEYWORDS.addLink, dialog('add'), { keys: ['n'] }),
    entry('add-many', PlusIcon, messages.addMany, KEYWORDS.addMany, dialog('add-many')),
    entry(
      'create-campaign',
      CampaignsIcon,
      frameWords.createCampaign,
      KEYWORDS.createCampaign,
      dialog('create-campaign'),
    ),
    entry('create-team', TeamsIcon, messages.createTeam, KEYWORDS.createTeam, () => go('/teams?dialog=create-team')),
    entry('invite', TeamsIcon, messages.invite, KEYWORDS.invite, invite),
  ];
}
