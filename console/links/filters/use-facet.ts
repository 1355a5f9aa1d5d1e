/** Reads the values of a facet. */
import type { Facet } from '../../../query-service/contract/list-options.ts';
import { pathTo } from '../../platform/api/client.ts';
import { useAnswer } from '../../platform/api/use-answer.ts';
import type { NAMED } from './facets.ts';
import { type BaseFilter, filterParams } from './list-request.ts';
import { DEFAULT_VIEW, type ListView } from './list-view.ts';

/** The values of a facet under the other filters of the list; the last ones stay while others are loaded. */
export function useFacet(of: Facet, view: ListView, baseFilter: BaseFilter, find: string) {
  const query = { of, ...filterParams(view, baseFilter), ...(find === '' ? {} : { find }) };
  return useAnswer(pathTo('/api/links/facets', { query }), { keepPreviousData: true });
}

/** The names of the chosen campaigns, people and teams, by facet and value. */
export function useFacetNames(view: ListView): ReadonlyMap<string, string> {
  const defaultView = { ...DEFAULT_VIEW };
  const pathFor = (of: (typeof NAMED)[number]) =>
    view[of].length === 0 ? null : pathTo('/api/links/facets', { query: { of, ...filterParams(defaultView) } });
  const campaigns = useAnswer(pathFor('campaignId')).data ?? [];
  const people = useAnswer(pathFor('assignedTo')).data ?? [];
  const teams = useAnswer(pathFor('teamId')).data ?? [];
  return new Map([
    ...campaigns.map(({ value, label }) => [`campaignId ${value}`, label] as const),
    ...people.map(({ value, label }) => [`assignedTo ${value}`, label] as const),
    ...teams.map(({ value, label }) => [`teamId ${value}`, label] as const),
  ]);
}
