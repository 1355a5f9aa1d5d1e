/**
 * The entries for a search, in groups: what acts on the page, recent items, then entries that need no request, then
 * search results.
 */
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { MAX_SEARCH } from '../../../query-service/contract/list-options.ts';
import { STATUS_LABELS } from '../../links/messages.ts';
import { shownStatus } from '../../links/shown-status.ts';
import { statusStyles } from '../../links/status-styles.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { campaignPath, clientPath, teamPath } from '../../platform/address/page-paths.ts';
import { formatLinks } from '../../platform/format/counts.ts';
import { splitUrl } from '../../platform/format/urls.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { useTeams } from '../../session/my-teams.ts';
import { isAllowed } from '../../session/permissions.ts';
import { SETTINGS_TAB_LABELS } from '../../settings/messages.ts';
import { SETTINGS_TABS } from '../../settings/settings-tabs.ts';
import { CampaignsIcon, ClientsIcon, LinkIcon, SearchIcon, SettingsIcon, TeamsIcon } from '../../ui/layout/icons.tsx';
import { NAVIGATION } from '../shell/navigation.ts';
import { bestMatches } from './match-score.ts';
import { format, KEYWORDS, messages } from './messages.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';
import { addRecentItem, type RecentItem, recentItems } from './recent-items.ts';
import { useActions } from './use-actions.ts';
import { useFilterEntries } from './use-filter-entries.ts';
import { useSearchResults } from './use-search-results.ts';

const KIND_ICONS = {
  page: SettingsIcon,
  client: ClientsIcon,
  campaign: CampaignsIcon,
  team: TeamsIcon,
  link: LinkIcon,
} as const;

/** The most recent items shown above everything else. */
const MOST_RECENT = 5;
const MOST_TEAMS = 5;

interface Opening extends RecentItem {
  readonly Icon?: PaletteEntry['Icon'];
  readonly color?: string;
  readonly keywords?: string;
  readonly keys?: readonly string[];
}

export function usePaletteGroups(typed: string) {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  const { params, close, swap } = useOverlay();
  const teams = useTeams();
  const found = useSearchResults(typed);
  const recent = useMemo(() => recentItems(user.id), [user.id]);
  const sought = typed.trim();

  const go = (to: string) => {
    // On that page already: only close the palette.
    if (to === `${pathname}${hash}` && params.size === 1) close('palette');
    else void navigate(to, { replace: true });
  };
  const open = ({ kind, id }: RecentItem) => {
    if (kind === 'link') swap('palette', 'link', id);
    else if (kind === 'page') go(id);
    else if (kind === 'client') go(clientPath(id));
    else go(kind === 'campaign' ? campaignPath(id) : teamPath(id));
  };
  const opening = (item: Opening): PaletteEntry => ({
    ...item,
    Icon: item.Icon ?? NAVIGATION.find(({ to }) => to === item.id)?.Icon ?? KIND_ICONS[item.kind],
    id: `${item.kind}-${item.id}`,
    run: () => {
      addRecentItem(user.id, item);
      open(item);
    },
  });

  const pages: readonly Opening[] = [
    ...NAVIGATION.map(({ to, label, key }) => ({
      kind: 'page' as const,
      id: to,
      title: label,
      detail: '',
      keys: ['g', key],
    })),
    ...(teams ?? [])
      .filter((team) => isAllowed('EditChannels', team))
      .map(({ id, name }) => ({
        kind: 'page' as const,
        id: `/channels?team=${id}`,
        title: messages.channels,
        detail: name,
      })),
    ...SETTINGS_TABS.map((tab) => ({
      kind: 'page' as const,
      id: `/settings#${tab}`,
      title: SETTINGS_TAB_LABELS[tab],
      detail: messages.settings,
      keywords: tab === 'billing' ? `${messages.settings} ${KEYWORDS.billing}` : messages.settings,
    })),
  ];
  const actions = useActions({ go });
  const filters = useFilterEntries(sought !== '', go);
  const foundActions = bestMatches(sought, actions);
  const here = foundActions.filter(({ isHere }) => isHere);
  const elsewhere = foundActions.filter(({ isHere }) => !isHere);

  const shownRecent = bestMatches(sought, recent).slice(0, MOST_RECENT);
  const isRecent = ({ kind, id }: RecentItem) => shownRecent.some((each) => each.kind === kind && each.id === id);
  const openings = (all: readonly Opening[]) => all.filter((each) => !isRecent(each)).map(opening);

  const teamsFound = (sought === '' ? [] : (teams ?? [])).map(({ id, name }) => ({
    kind: 'team' as const,
    id,
    title: name,
    detail: messages.team,
  }));
  const clientsFound = found.clients.map(({ clientDomain, name, total }) => ({
    kind: 'client' as const,
    id: clientDomain,
    title: name,
    detail: formatLinks(total),
  }));
  const campaignsFound = found.campaigns.map(({ id, name, teamName }) => ({
    kind: 'campaign' as const,
    id,
    title: name,
    detail: teamName ?? messages.campaign,
  }));
  const linksFound = found.links.map(({ id, articleLink, websiteUrl, clientDomain, status, wasLive }) => {
    const { host, rest } = splitUrl(articleLink || websiteUrl || clientDomain);
    const shown = shownStatus(status, wasLive);
    return {
      kind: 'link' as const,
      id,
      title: `${host}${rest}`,
      detail: `${STATUS_LABELS[shown]} · ${clientDomain}`,
      Icon: statusStyles[shown].Icon,
      color: statusStyles[shown].color,
    };
  });
  const more: readonly PaletteEntry[] =
    sought === ''
      ? []
      : [
          {
            id: 'search',
            Icon: SearchIcon,
            title: format('searchLinks', { typed: sought }),
            run: () => go(`/?${new URLSearchParams({ q: sought.slice(0, MAX_SEARCH) })}`),
          },
        ];

  // Results that arrive later are added below the others: nothing moves away from a finger or Enter.
  const groups: readonly PaletteGroup[] = [
    { name: messages.here, entries: here },
    { name: messages.recent, entries: shownRecent.map(opening) },
    { name: messages.actions, entries: sought === '' ? elsewhere : [] },
    { name: messages.pages, entries: openings(bestMatches(sought, pages)) },
    { name: messages.actions, entries: sought === '' ? [] : elsewhere },
    { name: messages.filters, entries: sought === '' ? [] : bestMatches(sought, filters) },
    { name: messages.teams, entries: openings(bestMatches(sought, teamsFound).slice(0, MOST_TEAMS)) },
    { name: messages.clients, entries: openings(clientsFound) },
    { name: messages.campaigns, entries: openings(campaignsFound) },
    { name: messages.links, entries: openings(linksFound) },
    { name: messages.more, entries: more },
  ].filter(({ entries }) => entries.length > 0);
  const { searching, error, retry } = found;
  return { groups, searching, error, retry };
}
