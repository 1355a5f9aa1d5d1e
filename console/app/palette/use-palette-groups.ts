/** All the palette offers for what was typed, in groups: recent first, then what is known at once, then what is found. */
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { words as userWords } from '../../account/messages.ts';
import { campaignScreen } from '../../campaigns/queries.ts';
import { clientScreen } from '../../clients/queries.ts';
import { MAX_SEARCH } from '../../links/filters/list-view.ts';
import { STATUS_WORDS } from '../../links/messages.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { partsOf } from '../../platform/format/urls.ts';
import { useUser } from '../../session/current-user.ts';
import { TABS } from '../../settings/settings-tabs.ts';
import { teamScreen, useTeams } from '../../teams/queries.ts';
import {
  BellIcon,
  CalendarIcon,
  CampaignsIcon,
  ClientsIcon,
  DashboardIcon,
  LinkIcon,
  LiveIcon,
  PendingIcon,
  RemovedIcon,
  SearchIcon,
  SettingsIcon,
  TeamsIcon,
  TrashIcon,
} from '../../ui/icons.tsx';
import { DESTINATIONS } from '../shell/navigation.ts';
import { matching } from './match-score.ts';
import { linksInWords, searchLinksFor, words } from './messages.ts';
import type { Entry, Group } from './palette-entry.ts';
import { keepRecent, type Recent, readRecent } from './recent-items.ts';
import { useActions } from './use-actions.ts';
import { useFound } from './use-search-results.ts';

const PAGE_ICONS: Readonly<Record<string, Entry['Icon']>> = {
  '/': DashboardIcon,
  '/expiring-soon': CalendarIcon,
  '/clients': ClientsIcon,
  '/campaigns': CampaignsIcon,
  '/teams': TeamsIcon,
  '/alerts': BellIcon,
  '/trash': TrashIcon,
};
const KIND_ICONS = {
  page: SettingsIcon,
  client: ClientsIcon,
  campaign: CampaignsIcon,
  team: TeamsIcon,
  link: LinkIcon,
} as const;
const STATUSES = {
  live: { Icon: LiveIcon, colour: 'success.main' },
  removed: { Icon: RemovedIcon, colour: 'error.main' },
  pending: { Icon: PendingIcon, colour: 'warning.main' },
} as const;

/** Most of what was opened before that stand over everything else. */
const MOST_RECENT = 5;
const MOST_TEAMS = 5;

interface Opening extends Recent {
  readonly Icon?: Entry['Icon'];
  readonly colour?: string;
  readonly otherWords?: string;
  readonly keys?: readonly string[];
}

export function useGroups(typed: string, toggleSidebar: () => void) {
  const user = useUser();
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  const { params, close, swap } = useOverlay();
  const teams = useTeams();
  const found = useFound(typed);
  const recent = useMemo(() => readRecent(localStorage, user.id), [user.id]);
  const sought = typed.trim();

  const go = (to: string) => {
    // Where one is already there is only the palette to leave.
    if (to === `${pathname}${hash}` && params.size === 1) close('palette');
    else void navigate(to, { replace: true });
  };
  const open = ({ kind, id }: Recent) => {
    if (kind === 'link') swap('palette', 'link', id);
    else if (kind === 'page') go(id);
    else if (kind === 'client') go(clientScreen(id));
    else go(kind === 'campaign' ? campaignScreen(id) : teamScreen(id));
  };
  const opening = (what: Opening): Entry => ({
    ...what,
    Icon: what.Icon ?? (what.kind === 'page' ? PAGE_ICONS[what.id] : undefined) ?? KIND_ICONS[what.kind],
    id: `${what.kind}-${what.id}`,
    run: () => {
      keepRecent(localStorage, user.id, what);
      open(what);
    },
  });

  const pages: readonly Opening[] = [
    ...DESTINATIONS.map(({ to, label, key }) => ({
      kind: 'page' as const,
      id: to,
      title: label,
      detail: '',
      keys: ['g', key],
    })),
    ...TABS.map((tab) => ({
      kind: 'page' as const,
      id: `/settings#${tab}`,
      title: userWords[tab],
      detail: words.settings,
      otherWords: tab === 'billing' ? 'settings plan upgrade pay' : 'settings',
    })),
  ];
  const actions = useActions({ go, toggleSidebar });

  const shownRecent = matching(sought, recent).slice(0, MOST_RECENT);
  const isRecent = ({ kind, id }: Recent) => shownRecent.some((each) => each.kind === kind && each.id === id);
  const openings = (all: readonly Opening[]) => all.filter((each) => !isRecent(each)).map(opening);

  const teamsFound = (sought === '' ? [] : (teams ?? [])).map(({ id, name }) => ({
    kind: 'team' as const,
    id,
    title: name,
    detail: words.team,
  }));
  const clientsFound = found.clients.map(({ clientDomain, total }) => ({
    kind: 'client' as const,
    id: clientDomain,
    title: clientDomain,
    detail: linksInWords(total),
  }));
  const campaignsFound = found.campaigns.map(({ id, name, teamName }) => ({
    kind: 'campaign' as const,
    id,
    title: name,
    detail: teamName ?? words.campaign,
  }));
  const linksFound = found.links.map(({ id, articleLink, websiteUrl, clientDomain, status }) => {
    const { host, rest } = partsOf(articleLink || websiteUrl || clientDomain);
    return {
      kind: 'link' as const,
      id,
      title: `${host}${rest}`,
      detail: `${STATUS_WORDS[status]} · ${clientDomain}`,
      ...STATUSES[status],
    };
  });
  const more: readonly Entry[] =
    sought === ''
      ? []
      : [
          {
            id: 'search',
            Icon: SearchIcon,
            title: searchLinksFor(sought),
            run: () => go(`/?${new URLSearchParams({ q: sought.slice(0, MAX_SEARCH) })}`),
          },
        ];

  // What comes later stands below what is there already: nothing moves away under a finger or an Enter.
  const groups: readonly Group[] = [
    { name: words.recent, entries: shownRecent.map(opening) },
    { name: words.actions, entries: sought === '' ? actions : [] },
    { name: words.pages, entries: openings(matching(sought, pages)) },
    { name: words.actions, entries: sought === '' ? [] : matching(sought, actions) },
    { name: words.teams, entries: openings(matching(sought, teamsFound).slice(0, MOST_TEAMS)) },
    { name: words.clients, entries: openings(clientsFound) },
    { name: words.campaigns, entries: openings(campaignsFound) },
    { name: words.links, entries: openings(linksFound) },
    { name: words.more, entries: more },
  ].filter(({ entries }) => entries.length > 0);
  const { searching, error, retry } = found;
  return { groups, searching, error, retry };
}
