/** The filters of the palette: statuses and link types with their counts, and the views. They act on the list of the page. */
import { useLocation } from 'react-router';
import { EXPIRING_SOON_DAYS, type Facet } from '../../../query-service/contract/list-options.ts';
import { formatFacetValue } from '../../links/filters/facets.ts';
import { statusStyles } from '../../links/status-styles.ts';
import { useBuiltInViews, useSavedViews } from '../../links/views/saved-views.ts';
import {
  campaignIdFromPath,
  clientFromPath,
  isExpiringSoon,
  listsLinks,
  teamIdFromPath,
} from '../../platform/address/page-paths.ts';
import { pathTo } from '../../platform/api/client.ts';
import { useAnswer } from '../../platform/api/use-answer.ts';
import { formatNumber } from '../../platform/format/counts.ts';
import { FilterIcon } from '../../ui/layout/icons.tsx';
import { format, KEYWORDS, messages } from './messages.ts';
import type { PaletteEntry } from './palette-entry.ts';

const FACETS = ['status', 'linkType'] as const satisfies readonly Facet[];

/** The fixed filter of the page's list, as parameters. */
function fixedAt(pathname: string): Readonly<Record<string, string>> {
  const fixed = {
    teamId: teamIdFromPath(pathname),
    clientDomain: clientFromPath(pathname),
    campaignId: campaignIdFromPath(pathname),
    expiringWithin: isExpiringSoon(pathname) ? String(EXPIRING_SOON_DAYS) : null,
  };
  return Object.fromEntries(Object.entries(fixed).filter((entry): entry is [string, string] => entry[1] !== null));
}

/** @param wanted Whether something is sought: only then are the links counted. */
export function useFilterEntries(wanted: boolean, go: (to: string) => void): readonly PaletteEntry[] {
  const { pathname } = useLocation();
  const pathOf = (of: Facet) => (wanted ? pathTo('/api/links/facets', { query: { of, ...fixedAt(pathname) } }) : null);
  const answers = [useAnswer(pathOf(FACETS[0])), useAnswer(pathOf(FACETS[1]))];
  const { data: saved = [] } = useSavedViews(wanted);
  const builtIn = useBuiltInViews();
  const open = (query: string) => () => go(`${listsLinks(pathname) ? pathname : '/'}?${query}`);
  const values = FACETS.flatMap((facet, index) =>
    (answers[index]?.data ?? []).map(({ value, label, count, isCapped }): PaletteEntry => {
      const style = Object.entries(statusStyles).find(([status]) => facet === 'status' && status === value)?.[1];
      return {
        id: `${facet}-${value}`,
        Icon: style?.Icon ?? FilterIcon,
        ...(style === undefined ? {} : { color: style.color }),
        title: format('filtered', { name: formatFacetValue(facet, value, label) }),
        detail: count === null ? '' : formatNumber(count, isCapped),
        keywords: KEYWORDS.filter,
        run: open(String(new URLSearchParams({ [facet]: value }))),
      };
    }),
  );
  const views = [...builtIn, ...saved].map(
    ({ id, name, query }): PaletteEntry => ({
      id: `view-${id}`,
      Icon: FilterIcon,
      title: name,
      detail: messages.view,
      keywords: KEYWORDS.filter,
      run: open(query),
    }),
  );
  return [...values, ...views];
}
