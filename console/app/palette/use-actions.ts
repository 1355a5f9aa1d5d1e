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
  const offered: readonly (PaletteEntry | null)[] = [
    ...additions({ dialog, go, invite: teamId === null ? dialog('invite') : () => swap('palette', 'invite', teamId) }),
    refusal === null || !takesFiles
      ? {
          id: 'import',
          Icon: UploadIcon,
          title: messages.importLinks,
          keywords: KEYWORDS.importLinks,
          ...ofTeam,
          run: files('import'),
        }
      : null,
    {
      id: 'export',
      Icon: DownloadIcon,
      title: messages.exportLinks,
      keywords: KEYWORDS.exportLinks,
      ...ofList,
      run: files('export'),
    },
    refusal === null && checkRefusal === null
      ? {
          id: 'status-check',
          Icon: RecheckIcon,
          title: running === null ? checkWords.run : formatChecking(running),
          keywords: `${KEYWORDS.statusCheck} ${checkWords.run}`,
          ...ofList,
          run:
            running === null ? here(() => void start()) : () => go((teamId ?? clientDomain === null) ? '/' : pathname),
        }
      : null,
    {
      id: 'share',
      Icon: ShareIcon,
      title: messages.shareClient,
      keywords: KEYWORDS.shareClient,
      // A client's page shares that client.
      run: clientDomain === null ? () => go('/settings?dialog=share#account') : dialog('share'),
    },
    {
      id: 'evidence-pack',
      Icon: DownloadIcon,
      title: packWords.title,
      keywords: KEYWORDS.evidencePack,
      ...(actionsOf(pathname).includes('evidence-pack')
        ? { run: dialog('evidence-pack') }
        : { detail: messages.chooseClient, run: () => go('/clients') }),
    },
    ...(listsLinks(pathname)
      ? [
          { id: 'filter', Icon: FilterIcon, title: messages.filter, keywords: KEYWORDS.filter, run: dialog('filter') },
          { id: 'sort', Icon: SortIcon, title: messages.sort, keywords: KEYWORDS.sort, run: dialog('sort') },
        ]
      : []),
    {
      id: 'compare',
      Icon: CalendarIcon,
      title: messages.compare,
      keywords: KEYWORDS.compare,
      run: () => go('/compare'),
    },
    { id: 'past', Icon: CalendarIcon, title: pastWords.pick, keywords: KEYWORDS.past, run: dialog('past') },
    isAsOf
      ? {
          id: 'today',
          Icon: CalendarIcon,
          title: pastWords.backToday,
          keywords: KEYWORDS.past,
          keys: ['t'],
          run: here(backToToday),
        }
      : null,
    {
      id: 'theme',
      Icon: theme.dark ? SunIcon : MoonIcon,
      title: theme.label,
      keywords: KEYWORDS.theme,
      run: here(theme.toggle),
    },
    {
      id: 'sidebar',
      Icon: PanelIcon,
      title: messages.sidebar,
      keywords: KEYWORDS.sidebar,
      keys: ['Ctrl', 'B'],
      run: here(toggleSidebar),
    },
    { id: 'keys', Icon: KeyboardIcon, title: messages.keys, keywords: KEYWORDS.keys, keys: ['?'], run: dialog('keys') },
    {
      id: 'log-out',
      Icon: LogOutIcon,
      title: messages.logOut,
      keywords: KEYWORDS.logOut,
      run: here(() => void logOut()),
    },
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
    {
      id: 'add',
      Icon: PlusIcon,
      title: frameWords.addLink,
      keywords: KEYWORDS.addLink,
      keys: ['n'],
      run: dialog('add'),
    },
    {
      id: 'add-many',
      Icon: PlusIcon,
      title: messages.addMany,
      keywords: KEYWORDS.addMany,
      run: dialog('add-many'),
    },
    {
      id: 'create-campaign',
      Icon: CampaignsIcon,
      title: frameWords.createCampaign,
      keywords: KEYWORDS.createCampaign,
      run: dialog('create-campaign'),
    },
    {
      id: 'create-team',
      Icon: TeamsIcon,
      title: messages.createTeam,
      keywords: KEYWORDS.createTeam,
      run: () => go('/teams?dialog=create-team'),
    },
    {
      id: 'invite',
      Icon: TeamsIcon,
      title: messages.invite,
      keywords: KEYWORDS.invite,
      run: invite,
    },
  ];
}
