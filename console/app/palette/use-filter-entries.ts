/** The filters of the palette: statuses and link types with their counts, and the views. They act on the list of the page. */
import { useLocation } from 'react-router';
import { EXPIRING_SOON_DAYS, type Facet } from '../../../query-service/contract/list-options.ts';
import { formatFacetValue } from '../../links/filters/facets.ts';
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

/** The fixed filter of the page's list, as a parameter. */
function fixedAt(pathname: string): readonly (readonly [string, string | null])[] {
  return [
    ['teamId', teamIdFromPath(pathname)],
    ['clientDomain', clientFromPath(pathname)],
    ['campaignId', campaignIdFromPath(pathname)],
    ['expiringWithin', isExpiringSoon(pathname) ? String(EXPIRING_SOON_DAYS) : null],
  ];
}

/** The values of a facet that the page's list has, counted only when they are wanted. */
function useValues(of: Facet, wanted: boolean) {
  const { pathname } = useLocation();
  const fixed = Object.fromEntries(
    fixedAt(pathname).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
  const { data = [] } = useAnswer(wanted ? pathTo('/api/links/facets', { query: { of, ...fixed } }) : null);
  return data.map(({ value, label, count, isCapped }) => ({
    title: format('filtered', { name: formatFacetValue(of, value, label) }),
    detail: count === null ? '' : formatNumber(count, isCapped),
    query: `${of}=${value}`,
  }));
}

/** @param wanted Whether something is sought. */
export function useFilterEntries(wanted: boolean, go: (to: string) => void): readonly PaletteEntry[] {
  const { pathname } = useLocation();
  const values = [...useValues('status', wanted), ...useValues('linkType', wanted)];
  const { data: saved = [] } = useSavedViews(wanted);
  const views = [...useBuiltInViews(), ...saved].map(({ name, query }) => ({
    title: name,
    detail: messages.view,
    query,
  }));
  return [...values, ...views].map(({ query, ...shown }) => ({
    ...shown,
    id: `${shown.title} ${query}`,
    Icon: FilterIcon,
    keywords: KEYWORDS.filter,
    run: () => go(`${listsLinks(pathname) ? pathname : '/'}?${query}`),
  }));
}
